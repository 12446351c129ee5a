// The worker that holds the tables of this device. Bots think in a worker of their own, so that the table answers meanwhile.
import { type Asked, Device, type Others, type Told } from "./device";
import { module_address, nets } from "./engine";
import { Foresight } from "./foresight";
import { compile, House, Sight, type Thinker, thinker_in } from "./module";
import { Store } from "./store";

const windows = new BroadcastChannel("rulewright.tables");
const others: Others = {
  tell: (table) => windows.postMessage(table),
  heard: (listener) => {
    windows.onmessage = (event: MessageEvent<string>) => listener(event.data);
  },
};

const code = fetch(module_address).then(compile);
// Started when something is first to be thought about. A review takes half a minute; bots do not wait for it.
function thinker_when_wanted(): Thinker {
  let started: Promise<Thinker> | null = null;
  const start = async () =>
    thinker_in(new Worker(new URL("./thinker.ts", import.meta.url), { type: "module" }), await code, nets);
  return {
    think: async (question, progress) => {
      started ??= start();
      return (await started).think(question, progress);
    },
  };
}
const thinker = thinker_when_wanted();
const reviewer = thinker_when_wanted();
const device = Store.open().then(
  (store) =>
    new Device(
      async (setup) => House.open(await code, { ...setup, thinker, reviewer }),
      store,
      others,
      (told: Told) => postMessage(told),
      new Foresight(async () => Sight.open(await code, thinker)),
    ),
);
const failed = (asked: Asked, problem: Error) => postMessage({ kind: "failed", n: asked.n, text: problem.message });

addEventListener("message", (event: MessageEvent<Asked>) => {
  const asked = event.data;
  device.then((one) => one.hear(asked)).catch((problem: Error) => failed(asked, problem));
});
