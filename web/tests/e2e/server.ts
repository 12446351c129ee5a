// The real server for the browser tests: started on a free port, killed and started again on the same data.
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "../../..");
export const program = process.env.RULEWRIGHT ?? join(root, "build/release/rulewright");
export const pictures = join(root, "build/e2e");
mkdirSync(pictures, { recursive: true });

async function free_port(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once("error", fail);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => done(typeof address === "object" && address ? address.port : 0));
    });
  });
}

export class Server {
  #process: ChildProcess | null = null;
  #said = "";
  private constructor(
    readonly port: number,
    readonly data: string,
  ) {}

  static async start(): Promise<Server> {
    if (!existsSync(program)) throw new Error(`${program} is not built; the browser tests need it`);
    const server = new Server(await free_port(), mkdtempSync(join(tmpdir(), "rulewright-e2e-")));
    await server.run();
    return server;
  }

  get address(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async run() {
    this.#said = "";
    const child = spawn(
      program,
      [
        "serve",
        "--port",
        String(this.port),
        "--data",
        this.data,
        "--page",
        join(root, "web/dist"),
        "--requests",
        "100000",
        "--messages",
        "100000",
      ],
      {
        cwd: root,
        stdio: ["ignore", "pipe", "pipe"],
      },
    );
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (text: Buffer) => {
        this.#said = (this.#said + text.toString()).slice(-4000);
      });
    this.#process = child;
    for (let i = 0; i < 150; ++i) {
      if (child.exitCode !== null) throw new Error(`the server ended: ${this.#said}`);
      const answer = await fetch(`${this.address}/healthz`).catch(() => null);
      if (answer?.ok) return;
      await new Promise((done) => setTimeout(done, 100));
    }
    throw new Error(`the server does not answer: ${this.#said}`);
  }

  // kill -9: no goodbye, no last write.
  async kill() {
    await this.#end("SIGKILL");
  }

  async stop() {
    await this.#end("SIGTERM");
    rmSync(this.data, { recursive: true, force: true });
  }

  async #end(signal: "SIGKILL" | "SIGTERM") {
    const child = this.#process;
    this.#process = null;
    if (!child || child.exitCode !== null) return;
    const gone = new Promise<void>((done) => child.once("exit", () => done()));
    child.kill(signal);
    const late = setTimeout(() => child.kill("SIGKILL"), 10_000);
    await gone;
    clearTimeout(late);
  }
}

// The games of this server. E2E_GAMES=dino_battles,risk_cybertron looks at some of them only.
export async function games_of(server: Server): Promise<{ id: string; decks: boolean }[]> {
  const answer = (await (await fetch(`${server.address}/api/games`)).json()) as {
    games: { id: string; decks: boolean }[];
  };
  const wanted = process.env.E2E_GAMES?.split(",");
  return answer.games.filter((game) => !wanted || wanted.includes(game.id));
}
