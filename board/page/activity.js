// The board inside Discord: its page is in a frame, and Discord says who looks at it.

import { DiscordSDK } from "./vendor/embedded-app-sdk.js";

const TRIES = 12;
const LONGEST = 5; // seconds between two of them
const PROXY = "/.proxy/"; // Discord's proxy takes requests that begin so, and passes on the rest

let sdk = null;

/** Asks Discord for a code, and changes it for a session. Returns the address of the board, once a process serves its
    table. Throws with a sentence. */
export async function arrived() {
  const { client, declined } = await (await fetch(`${PROXY}activity`)).json();
  sdk ??= new DiscordSDK(client, { disableConsoleLogOverride: true });
  await sdk.ready();
  for (let tries = 1; ; tries += 1) {
    const code = await allowed(client, declined);
    const answer = await fetch(`${PROXY}activity`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ code, instance: sdk.instanceId }),
    });
    const told = await answer.json();
    if (answer.ok) return new URL(PROXY + told.at, location.origin);
    if (!told.again || tries === TRIES) throw new Error(told.why);
    const pause = Math.min(told.again * 2 ** (tries - 1), LONGEST);
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
