/** Frames an Activity, and passes messages on between it and the room's page around this one. */

const frame = document.createElement("iframe");
const { style } = frame;
Object.assign(style, { border: "0", height: "100%", inset: "0", position: "fixed", width: "100%" });
frame.title = "Activity";
frame.allow = "fullscreen";
frame.src = `/${location.search}`;
document.body.append(frame);

addEventListener("message", ({ source, origin, data }) => {
  if (source === frame.contentWindow && origin === location.origin) parent.postMessage(data, "*");
  else if (source === parent) frame.contentWindow.postMessage(data, location.origin);
});
