/** The one connection and the one state of this window. */

import { Connection } from "./socket.js";
import { State } from "./state.js";

export const connection = new Connection();
export const state = new State();

/** A number for a question to the room, by which its answer is known. */
export const nonce = () => crypto.randomUUID();
