// The board inside Discord: its page is in a frame, and Discord says who looks at it.

import { posted, told } from "./link.js";
import { DiscordSDK } from "./vendor/embedded-app-sdk.js";

const TRIES = 12;
const LONGEST = 5; // seconds between two of them
const PROXY = "/.proxy/"; // Discord's proxy takes requests that begin so, and passes on the rest

let sdk = null;

/** Asks Discord for a code, and changes it for a session. Returns the address of the board, once a process serves its
    table. Throws with a sentence. */
export async function arrived() {
  const address = `${PROXY}activity`;
  const { client, declined } = await told(address);
  sdk ??= new DiscordSDK(client, { disableConsoleLogOverride: true });
  await sdk.ready();
  for (let tries = 1; ; tries += 1) {
    // A code is for one use: each request has its own.
    const answer = await told(address, async () =>
      posted({ code: await allowed(client, declined), instance: sdk.instanceId }));
    if (answer.ok) return new URL(PROXY + answer.at, location.origin);
    if (!answer.again || tries === TRIES) throw new Error(answer.why);
    const pause = Math.min(answer.again * 2 ** (tries - 1), LONGEST);
    await new Promise((over) => { setTimeout(over, pause * 1000); });
  }
}

/** The code by which the server may ask Discord who this is. */
async function allowed(client, declined) {
  const wish = { client_id: client, response_type: "code", state: "", prompt: "none", scope: ["identify"] };
  try {
    return (await sdk.commands.authorize(wish)).code;
  } catch {
    throw new Error(declined);
  }
}
