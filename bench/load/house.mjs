// A server of its own on the loopback interface, and the smallest client that can hear and answer: it looks for the few
// figures it needs instead of parsing everything, so that the load program is not what is measured.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import http from 'node:http'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const sleep = (ms) => new Promise((done) => setTimeout(done, ms))

const houses = new Set()
process.on('exit', () => {
  for (const house of houses) house.clear()
})

export class House {
  constructor(program, data = '', limits = {}, loops = 0) {
    this.program = program
    this.loops = loops // 0: as many as the program takes by itself
    this.data = data
    this.folder = data || mkdtempSync(join(tmpdir(), 'rulewright-load-'))
    this.limits = { requests: 1000000, messages: 1000, ...limits }
    this.errors = []
    houses.add(this)
  }
  async start() {
    this.closing = false
    this.port ??= await new Promise((done) => {
      const probe = net.createServer().listen(0, '127.0.0.1', () => {
        const { port } = probe.address()
        probe.close(() => done(port))
      })
    })
    this.agent = new http.Agent({ keepAlive: true, maxSockets: 8 })
    this.child = spawn(this.program, ['serve', '--port', String(this.port), '--data', this.folder, '--log-level', 'warn', '--requests',
      String(this.limits.requests), '--messages', String(this.limits.messages), '--per-address', '20000', ...(this.loops > 0 ? ['--loops', String(this.loops)] : [])], { stdio: ['ignore', 'ignore', 'inherit'] })
    for (let i = 0; ; i += 1) {
      const well = await this.call('GET', '/healthz').then((a) => a.status === 200, () => false)
      if (well) break
      if (i > 400) throw new Error('the server does not start')
      await sleep(50)
    }
    // Programs before protocol 2 are measured beside it. (What clients say has not changed since.)
    this.version = (await this.call('GET', '/api/games/risk_cybertron/words')).status === 200 ? 2 : 1
    if (this.cookie) return
    const first = await this.call('GET', '/api/me')
    this.cookie = first.headers['set-cookie'][0].split(';')[0]
    this.csrf = JSON.parse(first.text).csrf
  }
  async stop() {
    this.closing = true
    const gone = new Promise((done) => this.child.once('exit', done))
    this.child.kill('SIGTERM')
    await Promise.race([gone, sleep(8000)])
    this.child.kill('SIGKILL')
  }
  clear() {
    this.child?.kill('SIGKILL')
    if (!this.data) rmSync(this.folder, { recursive: true, force: true })
    houses.delete(this)
  }
  call(method, path, body = undefined) {
    const headers = { ...(this.cookie ? { Cookie: this.cookie, 'X-CSRF': this.csrf } : {}),
      ...(body ? { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) } : {}) }
    return new Promise((done, fail) => {
      const request = http.request({ host: '127.0.0.1', port: this.port, method, path, headers, agent: this.agent }, (answer) => {
        let text = ''
        answer.setEncoding('utf8')
        answer.on('data', (part) => (text += part))
        answer.on('end', () => done({ status: answer.statusCode, headers: answer.headers, text }))
      })
      request.on('error', fail)
      request.end(body)
    })
  }
  async newTable(game) {
    const made = await this.call('POST', '/api/tables', JSON.stringify({ game, seats: [{ kind: 'me' }, { kind: 'me' }] }))
    if (made.status !== 201) throw new Error(made.text)
    return JSON.parse(made.text).table
  }

  // ---- what it costs ------------------------------------------------------------------------------------

  memory() {
    return Number(readFileSync(`/proc/${this.child.pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/)[1])
  }
  // Processor time in µs: of the threads that tables live in (the first one, and those called "loop"), each of them and
  // together, and of all threads.
  cpu() {
    const of = (task, file) => readFileSync(`/proc/${this.child.pid}/task/${task}/${file}`, 'utf8')
    const tasks = readdirSync(`/proc/${this.child.pid}/task`)
    const micros = (task) => Number(of(task, 'schedstat').split(' ')[0]) / 1000
    const loops = tasks.filter((task) => Number(task) === this.child.pid || of(task, 'comm').startsWith('loop ')).map(micros)
    return { loops, loop: loops.reduce((sum, one) => sum + one, 0), all: tasks.reduce((sum, task) => sum + micros(task), 0) }
  }
  // Bytes that were written to files; sockets are not among them.
  written() {
    return Number(readFileSync(`/proc/${this.child.pid}/io`, 'utf8').match(/wchar: (\d+)/)[1])
  }
  async figures() {
    const { text } = await this.call('GET', '/metrics')
    const all = Object.fromEntries(text.split('\n').filter((l) => l && !l.startsWith('#')).map((l) => l.split(' ')).map(([n, v]) => [n, Number(v)]))
    return { choices: all.rulewright_choices_total, work: all.rulewright_choice_seconds_total * 1e6, bytes: all.rulewright_bytes_out_total,
      commits: all.rulewright_storage_commits_total, written: this.written(), ...this.cpu() }
  }

  // ---- sockets ------------------------------------------------------------------------------------------

  open(path, hear) {
    return new Promise((done, fail) => {
      const socket = net.connect(this.port, '127.0.0.1')
      let pending = Buffer.alloc(0)
      let upgraded = false
      socket.setNoDelay(true)
      socket.on('error', (e) => { if (!this.closing) this.errors.push(e.message); fail(e) })
      socket.on('close', () => { if (!this.closing && upgraded && !socket.unwanted) this.errors.push('a socket was closed') })
      socket.on('data', (data) => {
        pending = pending.length === 0 ? data : Buffer.concat([pending, data])
        if (!upgraded) {
          const end = pending.indexOf('\r\n\r\n')
          if (end < 0) return
          if (!pending.subarray(0, 12).toString().startsWith('HTTP/1.1 101')) return fail(new Error(pending.toString().slice(0, 200)))
          upgraded = true
          pending = pending.subarray(end + 4)
          done(socket)
        }
        pending = heard(socket, pending, hear)
      })
      socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${this.port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\nCookie: ${this.cookie}\r\n\r\n`)
    })
  }
}

function heard(socket, data, hear) {
  let pending = data
  for (;;) {
    if (pending.length < 2) return pending
    let length = pending[1] & 127
    let at = 2
    if (length === 126) { if (pending.length < 4) return pending; length = pending.readUInt16BE(2); at = 4 }
    else if (length === 127) { if (pending.length < 10) return pending; length = Number(pending.readBigUInt64BE(2)); at = 10 }
    if (pending.length < at + length) return pending
    const opcode = pending[0] & 15
    const payload = pending.subarray(at, at + length)
    pending = pending.subarray(at + length)
    if (opcode === 9) socket.write(Buffer.concat([Buffer.from([0x8a, 0x80 | payload.length, 0, 0, 0, 0]), payload]))
    if (opcode === 1) hear(payload.toString('latin1'))
  }
}

export function frame(text) {
  const data = Buffer.from(text)
  const key = randomBytes(4)
  const head = data.length < 126 ? Buffer.from([0x81, 0x80 | data.length]) : Buffer.from([0x81, 0xfe, data.length >> 8, data.length & 255])
  const masked = Buffer.allocUnsafe(data.length)
  for (let i = 0; i < data.length; i += 1) masked[i] = data[i] ^ key[i & 3]
  return Buffer.concat([head, key, masked])
}

// The decision of a state: [number, question, choices], or before protocol 3 {"number":…,"choices":[{"id":…}]}.
function choicesIn(text) {
  const at = text.indexOf('"decision":')
  if (at < 0) return undefined
  if (text[at + 11] === '[') {
    const [number, , choices] = JSON.parse(text).decision
    return { number, ids: choices.map(([id]) => id) }
  }
  const end = text.indexOf('"gather":{', at)
  const ids = [...text.slice(at, end < 0 ? undefined : end).matchAll(/\{"id":"(\d+)"/g)].map((found) => found[1])
  return { number: Number.parseInt(text.slice(at + 21), 10), ids }
}

// A table with two seats that both belong to us.
export class LiveTable {
  constructor(house, id, told) {
    this.house = house
    this.id = id
    this.told = told // called with the milliseconds from a choice sent to both seats told
    this.at = [-1, -1]
    this.asked = null
    this.refused = 0
  }
  async sit() {
    this.sockets = await Promise.all([0, 1].map((seat) => this.house.open(`/ws/tables/${this.id}?seat=${seat + 1}`, (text) => this.hear(seat, text))))
  }
  hear(seat, text) {
    const start = '{"v":3,"type":"'.length // the same length in all versions
    if (text.startsWith('refused"', start)) return this.house.errors.push(text)
    if (!text.startsWith('state","at":', start)) return
    this.at[seat] = Number.parseInt(text.slice(start + 12), 10)
    if (text.includes('"over":{')) this.over = true
    const asked = choicesIn(text)
    if (asked) this.asked = { seat, number: asked.number, choice: asked.ids[Math.floor(Math.random() * asked.ids.length)] }
    if (this.sent !== undefined && this.at[0] >= this.wanted && this.at[1] >= this.wanted) {
      this.told(performance.now() - this.sent)
      this.sent = undefined
    }
  }
  // False if the last choice is still under way.
  choose() {
    if (this.over || (!this.asked && this.sent === undefined)) return true
    if (this.sent !== undefined) return false
    const { seat, number, choice } = this.asked
    this.asked = null
    this.wanted = Math.max(...this.at) + 1
    this.sent = performance.now()
    this.sockets[seat].write(frame(`{"v":${this.house.version},"type":"choose","decision":${number},"choice":"${choice}"}`))
    return true
  }
}
