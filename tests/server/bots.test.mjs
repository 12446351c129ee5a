// Programs at a server's table (`rulewright bot`): a good one plays a game to its end, also when the server is killed
// in between; a bad one loses with a reason; none leaves a process behind.
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Person, Server, check, dice, equal, pick, program, runTests, sanitized, temporaryFolder, test, until } from './client.mjs'

process.setMaxListeners(0)
const folder = temporaryFolder()
const server = await Server.start({ folder })
const roll = dice(5)
const password = 'not so secret'
let signedUp = 0

// A script in Python; `choose` is what it does at a question, with m for the message.
function script(choose, greeting = "say(type='hello')", other = 'pass') {
  const file = join(temporaryFolder(), 'bot.py')
  writeFileSync(file, `import json, os, subprocess, sys, time
def say(**m): print(json.dumps(m), flush=True)
for line in sys.stdin:
    m = json.loads(line)
    if m['type'] == 'hello': ${greeting}
    elif m['type'] == 'choose':
        ${choose}
    else:
        ${other}
`)
  return `python3 ${file}`
}
const honest = "say(type='choice', id=m['id'], choice=m['id'] * 7919 % m['count'])"

// Seats a program; the promise is kept when it has ended.
function seat(table, command, { account, more = [], secret = password } = {}) {
  const name = account ?? `BOT Number ${++signedUp}`
  const args = ['bot', '--connect', `http://127.0.0.1:${server.port}`, '--table', table, '--account', name, ...(account ? [] : ['--sign-up']), ...more, command]
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, RULEWRIGHT_PASSWORD: secret } })
  const told = { out: '', err: '' }
  child.stdout.on('data', (data) => (told.out += data))
  child.stderr.on('data', (data) => (told.err += data))
  process.on('exit', () => child.kill('SIGKILL'))
  const ended = new Promise((done) => child.once('exit', (status) => done({ status, name, ...told })))
  return { child, ended, told, name }
}
function leftBehind(command) {
  const file = command.split(' ').at(-1)
  return readdirSync('/proc').filter((id) => /^\d+$/.test(id)).filter((id) => {
    try { return readFileSync(`/proc/${id}/cmdline`, 'utf8').includes(file) } catch { return false }
  }).length
}
async function open(terms = {}) {
  const anna = await Person.arrive(server.port)
  const table = await anna.table({ game: 'dino_battles', seats: [{ kind: 'me' }, { kind: 'open' }], ...terms })
  return { anna, table, socket: await anna.sit(table) }
}
// Chooses for Anna whenever she is asked, until `enough`.
async function playOn(socket, enough, { seconds = sanitized ? 400 : 240, bot } = {}) {
  let answered = -1
  let ended
  bot?.ended.then(({ status, err }) => (ended = `the bot ended with ${status}: ${err}`))
  let again = 0  // a choice that was lost or refused is made once more
  return await until('the end', seconds, () => {
    const state = socket.last('state')
    if (state && enough(state)) return state
    if (ended && !state?.over) throw new Error(ended)
    if (state?.decision && (state.at !== answered || Date.now() > again)) {
      answered = state.at
      again = Date.now() + 5000
      socket.send(pick(state.decision, roll))
    }
    return false
  })
}

test('the reference bot plays a game to its end', async () => {
  const { anna, table, socket } = await open()
  const command = `python3 ${fileURLToPath(new URL('../../bots/reference_bot.py', import.meta.url))} --seed ${process.pid}`
  const bot = seat(table, command)
  const last = await playOn(socket, (state) => state.over, { bot })
  const { status, out, err } = await bot.ended
  equal(status, 0, err)
  check(out.includes('sits at seat 2') && out.includes(last.over.text), out)
  equal(last.over.how, 'rules')
  const file = join(temporaryFolder(), 'game.rwreplay')
  writeFileSync(file, (await anna.get(`/api/tables/${table}/replay.rwreplay`)).text)
  equal(spawnSync(program, ['verify', file]).status, 0, 'verify')
  equal(spawnSync('pgrep', ['-f', `seed ${process.pid}$`]).stdout.toString(), '', 'left behind')
})

test('a bot is told what it wants, and plays on when the server was killed', async () => {
  const { anna, table } = await open()
  const notes = join(temporaryFolder(), 'notes')
  const command = script(
    `open('${notes}', 'a').write(' '.join(sorted(m)) + '\\n'); ${honest}`, "say(type='hello', wants=['tensor', 'ponder'])",
    `open('${notes}', 'a').write(m['type'] + ' ' + ' '.join(sorted(m)) + '\\n')`)
  const bot = seat(table, command)
  let socket = await anna.sit(table)
  await playOn(socket, (state) => state.at >= 12, { bot })
  await server.kill()
  await server.launch()
  socket = await until('the table', 20, () => anna.sit(table).catch(() => false))
  await playOn(socket, (state) => state.at >= 24 || state.over, { bot })
  socket.send({ type: 'resign' })
  const { status, err } = await bot.ended
  equal(status, 0, err)
  const lines = readFileSync(notes, 'utf8').trim().split('\n')
  equal(lines.filter((line) => line.startsWith('new ')).length, 1, 'it is told of one game')
  equal(lines.at(-1), 'over ranks seat type')
  check(lines.includes('ponder type view'), 'nothing to ponder')
  const questions = new Set(lines.filter((line) => line.startsWith('count')))
  equal([...questions], ['count id question tensor time type'])
  equal(leftBehind(command), 0, 'left behind')
})

// The child of the last one holds its output open, so that nobody can tell that it has ended.
const bad = {
  wrong: ["say(type='choice', id=m['id'], choice=m['count'])", 'takes choice', 'program_wrong'],
  unreadable: ["say(type='choice', id=m['id'], choice='castle')", 'castle', 'program_wrong'],
  nonsense: ["print('hello there', flush=True)", 'hello there', 'program_wrong'],
  late: [`time.sleep(30); ${honest}`, 'in time', 'program_late'],
  silent: ["say(type='choice', id=m['id'], choice=0) if m['id'] < 0 else None", 'in time', 'program_late'],
  flooding: ["sys.stdout.write('x' * (4 << 20)); sys.stdout.flush(); time.sleep(30)", 'without ending a line', 'program_flooded'],
  crashing: ['os._exit(3)', 'has ended', 'program_ended'],
  'leaving a child behind': ["subprocess.Popen(['python3', '-c', 'import time; time.sleep(300)', sys.argv[0]], start_new_session=True); os._exit(0)", 'in time', 'program_late'],
}
for (const [kind, [choose, reason, phrase]] of Object.entries(bad)) {
  test(`a bot that is ${kind} loses with a reason`, async () => {
    const { table, socket } = await open()
    const command = script(choose)
    const bot = seat(table, `time=1500ms:${command}`)
    const last = await playOn(socket, (state) => state.over, { seconds: 60 })
    const { status, err } = await bot.ended
    equal(status, 1, err)
    check(err.includes('has lost') && err.includes(reason), err)
    equal(last.over.winners, [1])
    const said = await until('a word about it', 5, () => socket.last('said'))
    equal([said.seat, said.phrase], [2, phrase])
    await until('its processes to be gone', 10, () => leftBehind(command) === 0)
  })
}

test('killed, it takes its bot along', async () => {
  const { table, socket } = await open()
  const command = script('time.sleep(300)')
  const bot = seat(table, `time=1h:${command}`.replace('1h', '3600s'))
  await playOn(socket, (state) => state.waiting?.includes(2), { seconds: 60, bot })
  await until('the bot to run', 10, () => leftBehind(command) > 0)
  bot.child.kill('SIGKILL')
  await until('its processes to be gone', 10, () => leftBehind(command) === 0)
})

test('what cannot be is refused before a seat is taken', async () => {
  const { anna, table } = await open()
  const good = script(honest)
  const refused = async (reason, ...args) => {
    const { status, err } = await seat(...args).ended
    equal(status, 2, err)
    check(err.includes(reason), err)
  }
  await refused('BOT', table, good, { account: 'Nova' })
  await refused('do not belong together', table, good, { account: 'BOT Nobody' })
  await refused('8 to 200', table, good, { secret: 'short' })
  await refused('refuses', 'nowhere', good)
  await refused('No such file', table, './no-such-program')
  await refused('does not play', table, script(honest, "say(type='hello', games=['chess'])"))
  equal((await anna.get(`/api/tables/${table}`)).json.seats.map((s) => s.kind), ['person', 'open'])
  await anna.become('/api/accounts', 'Anna the First', password)
  const rated = await anna.table({ game: 'dino_battles', seats: [{ kind: 'me' }, { kind: 'open' }], rated: true })
  await refused('for people', rated, good)
  // A person's socket is not told what a program's is.
  const answer = await Person.arrive(server.port)
  const own = await answer.table({ game: 'dino_battles' })
  check(await answer.sit(`${own}`, { seat: '1&program=view' }).then(() => false, () => true), 'a guest is no program')
})

await runTests()
