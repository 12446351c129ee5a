// The load on a table server: many live tables of two seats, a choice at each every few seconds. Loopback only;
// starts its own server and stops by itself.
//
//   node bench/load/load.mjs [--tables 2000] [--every 5] [--seconds 60] [--game risk_cybertron] [--data DIR]
//
// Prints the time from a choice sent to both seats told, memory for each idle table, and what the server spent.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import http from 'node:http'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const options = { tables: 2000, every: 5, seconds: 60, game: 'risk_cybertron', data: '', program: process.env.RULEWRIGHT ?? 'build/release/rulewright' }
for (let i = 2; i < process.argv.length; i += 2) {
  const name = process.argv[i].replace(/^--/, '')
  if (!(name in options)) throw new Error(`unknown option --${name}`)
  options[name] = typeof options[name] === 'number' ? Number(process.argv[i + 1]) : process.argv[i + 1]
}
options.tables = Math.min(options.tables, 5000)
options.seconds = Math.min(options.seconds, 600)

const sleep = (ms) => new Promise((done) => setTimeout(done, ms))
const folder = options.data || mkdtempSync(join(tmpdir(), 'rulewright-load-'))
const port = await new Promise((done) => {
  const probe = net.createServer().listen(0, '127.0.0.1', () => {
    const { port: free } = probe.address()
    probe.close(() => done(free))
  })
})
const server = spawn(options.program, ['serve', '--port', String(port), '--data', folder, '--log-level', 'warn', '--requests', '1000000',
  '--messages', '1000', '--per-address', '20000'], { stdio: ['ignore', 'ignore', 'inherit'] })
process.on('exit', () => {
  server.kill('SIGKILL')
  if (!options.data) rmSync(folder, { recursive: true, force: true })
})

const agent = new http.Agent({ keepAlive: true, maxSockets: 8 })
function call(method, path, headers = {}, body = undefined) {
  return new Promise((done, fail) => {
    const request = http.request({ host: '127.0.0.1', port, method, path, headers, agent }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (part) => (text += part))
      answer.on('end', () => done({ status: answer.statusCode, headers: answer.headers, text }))
    })
    request.on('error', fail)
    request.end(body)
  })
}
for (let i = 0; ; i += 1) {
  const well = await call('GET', '/healthz').then((a) => a.status === 200, () => false)
  if (well) break
  if (i > 200) throw new Error('the server does not start')
  await sleep(50)
}

// ---- sockets --------------------------------------------------------------------------------------------

const errors = []
function frame(text) {
  const data = Buffer.from(text)
  const key = randomBytes(4)
  const head = data.length < 126 ? Buffer.from([0x81, 0x80 | data.length]) : Buffer.from([0x81, 0xfe, data.length >> 8, data.length & 255])
  const masked = Buffer.allocUnsafe(data.length)
  for (let i = 0; i < data.length; i += 1) masked[i] = data[i] ^ key[i & 3]
  return Buffer.concat([head, key, masked])
}
// The smallest client that can hear and answer: looks for the few figures it needs instead of parsing everything.
function openSocket(path, cookie, hear) {
  return new Promise((done, fail) => {
    const socket = net.connect(port, '127.0.0.1')
    let pending = Buffer.alloc(0)
    let upgraded = false
    socket.setNoDelay(true)
    socket.on('error', (e) => { errors.push(e.message); fail(e) })
    socket.on('close', () => { if (!finished) errors.push('a socket was closed') })
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
      for (;;) {
        if (pending.length < 2) return
        let length = pending[1] & 127
        let at = 2
        if (length === 126) { if (pending.length < 4) return; length = pending.readUInt16BE(2); at = 4 }
        else if (length === 127) { if (pending.length < 10) return; length = Number(pending.readBigUInt64BE(2)); at = 10 }
        if (pending.length < at + length) return
        const opcode = pending[0] & 15
        const payload = pending.subarray(at, at + length)
        pending = pending.subarray(at + length)
        if (opcode === 9) socket.write(Buffer.concat([Buffer.from([0x8a, 0x80 | payload.length, 0, 0, 0, 0]), payload]))
        if (opcode === 1) hear(payload.toString('latin1'))
      }
    })
    socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\nCookie: ${cookie}\r\n\r\n`)
  })
}
let finished = false

class LiveTable {
  constructor(id) {
    this.id = id
    this.at = [-1, -1]
    this.asked = null
  }
  hear(seat, text) {
    if (text.startsWith('{"v":1,"type":"refused"')) return errors.push(text)
    if (!text.startsWith('{"v":1,"type":"state","at":')) return
    this.at[seat] = Number.parseInt(text.slice(27), 10)
    if (text.includes('"over":{')) this.over = true
    const decision = text.indexOf('"decision":{"number":')
    if (decision >= 0) {
      const ids = [...text.slice(decision).matchAll(/\{"id":"(\d+)","verb"/g)]
      this.asked = { seat, number: Number.parseInt(text.slice(decision + 21), 10), choice: ids[Math.floor(Math.random() * ids.length)][1] }
    }
    if (this.sent !== undefined && this.at[0] >= this.wanted && this.at[1] >= this.wanted) {
      latencies.push(performance.now() - this.sent)
      this.sent = undefined
    }
  }
  choose() {
    if (this.over || !this.asked || this.sent !== undefined) {
      if (this.sent !== undefined) late += 1
      return
    }
    const { seat, number, choice } = this.asked
    this.asked = null
    this.wanted = Math.max(...this.at) + 1
    this.sent = performance.now()
    this.sockets[seat].write(frame(`{"v":1,"type":"choose","decision":${number},"choice":"${choice}"}`))
  }
}
let latencies = []
let late = 0

// ---- the run --------------------------------------------------------------------------------------------

function memory() {
  const status = readFileSync(`/proc/${server.pid}/status`, 'utf8')
  return Number(status.match(/VmRSS:\s+(\d+)/)[1])
}
function cpu() {
  const fields = readFileSync(`/proc/${server.pid}/stat`, 'utf8').split(') ')[1].split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}
async function metrics() {
  const { text } = await call('GET', '/metrics')
  return Object.fromEntries(text.split('\n').filter((l) => l && !l.startsWith('#')).map((l) => l.split(' ')).map(([n, v]) => [n, Number(v)]))
}

const first = await call('GET', '/api/me')
const cookie = first.headers['set-cookie'][0].split(';')[0]
const { csrf } = JSON.parse(first.text)
const body = JSON.stringify({ game: options.game, seats: [{ kind: 'me' }, { kind: 'me' }] })
const before = memory()
console.log(`setting up ${options.tables} tables of ${options.game}`)
const tables = []
const queue = Array.from({ length: options.tables }, (_, i) => i)
await Promise.all(Array.from({ length: 8 }, async () => {
  while (queue.pop() !== undefined) {
    const made = await call('POST', '/api/tables', { Cookie: cookie, 'X-CSRF': csrf, 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }, body)
    if (made.status !== 201) throw new Error(made.text)
    const table = new LiveTable(JSON.parse(made.text).table)
    table.sockets = [await openSocket(`/ws/tables/${table.id}?seat=1`, cookie, (t) => table.hear(0, t)), await openSocket(`/ws/tables/${table.id}?seat=2`, cookie, (t) => table.hear(1, t))]
    tables.push(table)
  }
}))
await sleep(2000)
const idle = (memory() - before) / options.tables
console.log(`memory for each idle table with its two sockets: ${idle.toFixed(1)} KiB (server ${(memory() / 1024).toFixed(0)} MiB)`)

const cpuBefore = cpu()
const figuresBefore = await metrics()
const start = performance.now()
// Every table has its own moment in the interval. One ticker keeps to them: timers of their own would drift together.
let due = 0
const ticker = setInterval(() => {
  const until = ((performance.now() - start) / (options.every * 1000)) * tables.length
  for (; due < until; due += 1) tables[due % tables.length].choose()
}, 2)
for (let passed = 0; passed < options.seconds; passed += 10) {
  await sleep(Math.min(10, options.seconds - passed) * 1000)
  console.log(`${Math.round((performance.now() - start) / 1000)} s: ${latencies.length} choices told to both seats`)
}
clearInterval(ticker)
await sleep(2000)
const seconds = (performance.now() - start) / 1000
const figures = await metrics()
const cpuUsed = cpu() - cpuBefore
finished = true

latencies.sort((a, b) => a - b)
const at = (part) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * part))]?.toFixed(1)
const choices = figures.rulewright_choices_total - figuresBefore.rulewright_choices_total
const spent = figures.rulewright_choice_seconds_total - figuresBefore.rulewright_choice_seconds_total
console.log(`${latencies.length} choices in ${seconds.toFixed(0)} s (${(latencies.length / seconds).toFixed(0)} a second)`)
console.log(`from choice sent to both seats told, ms: median ${at(0.5)}, 90 % ${at(0.9)}, 99 % ${at(0.99)}, most ${at(1)}`)
console.log(`the server's own work for a choice, without disk sync: ${((spent / choices) * 1e6).toFixed(0)} µs; processor time in all, network and disk included: ${((cpuUsed / choices) * 1e6).toFixed(0)} µs`)
const commits = figures.rulewright_storage_commits_total - figuresBefore.rulewright_storage_commits_total
const committing = figures.rulewright_storage_commit_seconds_total - figuresBefore.rulewright_storage_commit_seconds_total
console.log(`${commits} commits, ${(choices / commits).toFixed(1)} choices in one, ${((committing / commits) * 1000).toFixed(1)} ms each on average`)
console.log(`late (last choice still under way): ${late}; errors: ${errors.length}${errors.length ? ` (${errors[0].slice(0, 120)})` : ''}`)
const good = errors.length === 0 && Number(at(0.99)) <= 100 && idle <= 64
console.log(good ? 'within the limits' : 'NOT within the limits')
server.kill('SIGTERM')
await sleep(500)
process.exit(good ? 0 : 1)
