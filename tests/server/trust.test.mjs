// Who may what: guests and accounts, guessing, names, hosts, those in charge, TLS, and who can read the files.
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import https from 'node:https'
import net from 'node:net'
import { join } from 'node:path'
import tls from 'node:tls'
import { Person, Server, check, dice, equal, freePort, pick, program, request, runTests, sleep, temporaryFolder, test, until } from './client.mjs'

const server = await Server.start({ more: ['--behind-proxy'] })
const port = server.port

function admin(...args) {
  const { status, stdout, stderr } = spawnSync(program, ['admin', ...args, '--data', server.folder], { encoding: 'utf8' })
  return { status, stdout, stderr }
}
const refusedAs = (status) => [() => { throw new Error('let in') }, (e) => equal(e.status, status, e.text)]

test('the cookie of a guest opens nothing of the account that the guest became', async () => {
  const anna = await Person.arrive(port)
  const table = await anna.table({ seats: [{ kind: 'me' }, { kind: 'bot', bot: 'random' }] })
  const before = new Person(port)
  before.cookie = anna.cookie
  before.me = anna.me
  const open = await before.sit(table)
  await open.next('state')
  equal((await anna.become('/api/accounts', 'Anna the First', 'a long password')).status, 201)
  // The seat is the account's at once, and the guest has no table any more.
  equal((await anna.get('/api/tables?mine=1')).json.tables.map((t) => t.table), [table])
  const socket = await anna.sit(table)
  await socket.next('state')
  await open.closed
  await before.sit(table).then(...refusedAs(403))
  equal((await before.get('/api/tables?mine=1')).json.tables, [])
  equal((await before.get(`/api/tables/${table}`)).json.you.seats, [])
  // The same by logging in with another guest's seats.
  const other = await Person.arrive(port)
  const second = await other.table({ seats: [{ kind: 'me' }, { kind: 'open' }] })
  const left = new Person(port)
  left.cookie = other.cookie
  left.me = other.me
  equal((await other.become('/api/login', 'anna the first', 'a long password')).status, 200)
  equal((await other.get(`/api/tables/${second}`)).json.you, { seat: 1, host: true, seats: [1] })
  await left.sit(second).then(...refusedAs(403))
})

test('names', async () => {
  const guest = await Person.arrive(port)
  for (const name of ['Anna the First', 'ANNA THE FIRST']) equal((await guest.post('/api/me', { name })).status, 409, name)
  for (const name of ['An\u200bna', 'An\u202ena', '\ufeffAnna', 'An\u0007na', 'An\u00a0na', 'An\u2066na']) {
    equal((await guest.post('/api/me', { name })).status, 400, JSON.stringify(name))
    equal((await guest.post('/api/accounts', { name, password: 'a long password' })).status, 400, JSON.stringify(name))
  }
  equal((await guest.post('/api/me', { name: 'Zoe\u0308' })).status, 400, 'an accent of its own')
  equal((await guest.post('/api/me', { name: 'Anna  the  First' })).status, 409, 'more spaces look the same')
  equal((await guest.post('/api/accounts', { name: 'Amber Fox', password: 'a long password' })).status, 409, 'a name for guests')
  equal((await guest.post('/api/me', { name: 'Zoë' })).status, 200)
  // Somebody signs up with the name that the guest has: from then on it is shown at no further table.
  const open = await (await Person.arrive(port)).table({ seats: [{ kind: 'me' }, { kind: 'open' }] })
  equal((await (await Person.arrive(port)).become('/api/accounts', 'zoë', 'a long password')).status, 201)
  const join = await guest.post(`/api/tables/${open}/join`)
  equal(join.status, 409, join.text)
  equal((await guest.post('/api/tables', { game: 'risk_cybertron', seats: [{ kind: 'me' }, { kind: 'open' }] })).json.error.code, 'taken')
  equal((await guest.post('/api/me', { name: 'Zoë the Guest' })).status, 200)
  equal((await guest.post(`/api/tables/${open}/join`)).status, 200)
})

test('guessing a password is limited for the account, wherever it comes from', async () => {
  await (await Person.arrive(port)).become('/api/accounts', 'Guessed At', 'a long password')
  const statuses = []
  for (let i = 0; i < 14; i += 1) {
    const guest = await Person.arrive(port, { 'X-Forwarded-For': `10.1.2.${i}` })
    statuses.push((await guest.post('/api/login', { name: 'guessed at', password: 'a wrong password' })).status)
  }
  equal(statuses, [...Array(10).fill(401), ...Array(4).fill(429)])
  const stranger = await Person.arrive(port, { 'X-Forwarded-For': '10.9.9.9' })
  equal((await stranger.post('/api/login', { name: 'Guessed At', password: 'a long password' })).status, 429)
  equal((await stranger.post('/api/login', { name: 'Anna the First', password: 'a long password' })).status, 200, 'others log in')
})

test('many guesses at once are no way around it', async () => {
  await (await Person.arrive(port)).become('/api/accounts', 'Guessed Fast', 'a long password')
  const guests = await Promise.all(Array.from({ length: 24 }, (_, i) => Person.arrive(port, { 'X-Forwarded-For': `10.1.3.${i}` })))
  const statuses = await Promise.all(guests.map(async (guest) => (await guest.post('/api/login', { name: 'Guessed Fast', password: 'a wrong password' })).status))
  equal(statuses.sort(), [...Array(10).fill(401), ...Array(14).fill(429)])
  // Whoever is right loses nothing by it, and no name is kept that nobody can have.
  await (await Person.arrive(port)).become('/api/accounts', 'Logs In Often', 'a long password')
  const often = { name: 'Logs In Often', password: 'a long password' }
  for (let i = 0; i < 12; i += 1) equal((await (await Person.arrive(port, { 'X-Forwarded-For': `10.1.4.${i}` })).post('/api/login', often)).status, 200)
  for (let i = 0; i < 12; i += 1)
    equal((await guests[i].post('/api/login', { name: 'x'.repeat(60000), password: 'a wrong password' })).status, 401)
})

test('guessing is limited for an address too, whatever names it tries', async () => {
  const strict = await Server.start({ more: ['--behind-proxy'], requests: 4 }) // three log-ins at once
  const guess = async (address, name) => {
    const guest = await Person.arrive(strict.port, { 'X-Forwarded-For': address })
    return (await guest.post('/api/login', { name, password: 'a wrong password' })).status
  }
  const statuses = []
  for (let i = 0; i < 6; i += 1) statuses.push(await guess('10.4.4.4', `Nobody ${i}`))
  check(statuses[0] === 401 && statuses.includes(429), `guesses were answered ${statuses}`)
  equal(await guess('10.4.4.5', 'Nobody 0'), 401, 'another address')
  await strict.stop()
})

test('names of this machine only, unless it is told more (DNS rebinding)', async () => {
  const asked = async (to, host, path = '/api/me') => (await request(to, 'GET', path, { headers: { Host: host } })).status
  for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`, '192.168.1.7']) equal(await asked(port, host), 200, host)
  for (const host of ['evil.example', `evil.example:${port}`, 'localhost.evil.example']) {
    equal(await asked(port, host), 421, host)
    equal(await asked(port, host, '/'), 421, host)
    equal(await asked(port, host, '/metrics'), 421, host)
  }
  const named = await Server.start({ more: ['--host', 'play.example'] })
  equal(await asked(named.port, 'play.example'), 200)
  equal(await asked(named.port, 'evil.example'), 421)
  await named.stop()
})

test('behind a proxy each address has its own limits', async () => {
  const proxied = await Server.start({ more: ['--behind-proxy'], perAddress: 3 })
  const host = await Person.arrive(proxied.port, { 'X-Forwarded-For': '10.0.0.1' })
  const table = await host.table({ seats: [{ kind: 'me' }, { kind: 'open' }], listed: true })
  const crowd = await Person.arrive(proxied.port, { 'X-Forwarded-For': '10.0.0.2' })
  for (let i = 0; i < 3; i += 1) await crowd.sit(table, { seat: 0 })
  await crowd.sit(table, { seat: 0 }).then(...refusedAs(429))
  const other = await Person.arrive(proxied.port, { 'X-Forwarded-For': '10.0.0.3' })
  await other.sit(table, { seat: 0 })
  // What the client wrote itself does not count: neither in front of the proxy's own, nor in a line of its own
  // (Node sends a list as lines), nor with another port each time.
  for (const mine of ['10.0.9.9, 10.0.0.2', ['10.0.9.9', '10.0.0.2'], '10.0.0.2:4711', '::ffff:10.0.0.2']) {
    const spoofed = await Person.arrive(proxied.port, { 'X-Forwarded-For': mine })
    await spoofed.sit(table, { seat: 0 }).then(...refusedAs(429))
  }
  // A network of IPv6 is one visitor.
  for (let i = 0; i < 3; i += 1) await (await Person.arrive(proxied.port, { 'X-Forwarded-For': `2001:db8::${i}` })).sit(table, { seat: 0 })
  await (await Person.arrive(proxied.port, { 'X-Forwarded-For': '2001:db8::ffff:1' })).sit(table, { seat: 0 }).then(...refusedAs(429))
  await (await Person.arrive(proxied.port, { 'X-Forwarded-For': '2001:db8:0:1::1' })).sit(table, { seat: 0 })
  await proxied.stop()
})

test('a door for IPv4 and IPv6 sees whom it sees', async () => {
  const both = await Server.start({ more: ['--address', '::'] })
  equal((await request(both.port, 'GET', '/metrics')).status, 200, 'from this machine')
  spawnSync(program, ['admin', 'ban', '127.0.0.1', '--data', both.folder])
  await until('the address to be shut out', 5, async () => (await request(both.port, 'GET', '/api/me')).status === 403)
  equal((await both.stop()).code, 0)
})

test('the host sends away who brings nonsense; everybody sees a chosen seed', async () => {
  const host = await Person.arrive(port)
  const table = await host.table({ seats: [{ kind: 'me' }, { kind: 'open' }, { kind: 'open' }], seed: 'mine' })
  const bert = await Person.arrive(port)
  equal((await bert.get(`/api/tables/${table}`)).json.seed_chosen, true, 'before anybody sits down')
  equal((await bert.post(`/api/tables/${table}/join`, { seat: 2, brings: { nonsense: 'x' } })).status, 200)
  const carl = await Person.arrive(port)
  equal((await carl.post(`/api/tables/${table}/join`, {})).status, 400, 'it cannot begin')
  const socket = await bert.sit(table, { seat: 2 })
  equal((await carl.post(`/api/tables/${table}/seats`, { seat: 2, kind: 'open' })).status, 403)
  equal((await host.post(`/api/tables/${table}/seats`, { seat: 2, kind: 'open' })).status, 200)
  equal((await socket.next('bye')).code, 'sent_away')
  equal((await bert.post(`/api/tables/${table}/join`, {})).status, 403)
  equal((await carl.post(`/api/tables/${table}/join`, {})).status, 200)
  equal((await (await Person.arrive(port)).post(`/api/tables/${table}/join`, {})).status, 200)
  equal((await host.get(`/api/tables/${table}`)).json.status, 'playing')
  const plain = await host.table({ seats: [{ kind: 'me' }, { kind: 'open' }] })
  equal((await host.get(`/api/tables/${plain}`)).json.seed_chosen, false)
})

test('a password is changed, an account deleted with its data', async () => {
  const nora = await Person.arrive(port)
  await nora.become('/api/accounts', 'Nora Nine', 'a long password')
  const elsewhere = await Person.arrive(port)
  await elsewhere.become('/api/login', 'Nora Nine', 'a long password')
  const open = await elsewhere.sit(await elsewhere.table({ seats: [{ kind: 'me' }, { kind: 'me' }] }))
  await open.next('state')
  equal((await nora.post('/api/me/password', { password: 'wrong password', new: 'another password' })).status, 401)
  equal((await nora.post('/api/me/password', { password: 'a long password', new: 'short' })).status, 400)
  equal((await nora.post('/api/me/password', { password: 'a long password', new: 'another password' })).status, 200)
  equal((await nora.get('/api/me')).json.account, true)
  equal((await elsewhere.get('/api/me')).json.account, false, 'logged out elsewhere')
  await until('the socket elsewhere to be closed', 5, () => !open.open)
  const again = await Person.arrive(port)
  equal((await again.become('/api/login', 'Nora Nine', 'a long password')).status, 401)
  equal((await again.become('/api/login', 'Nora Nine', 'another password')).status, 200)
  // Data: a deck, a game that is on, one that is over.
  await nora.post('/api/decks', { game: 'risk_cybertron', name: 'secret deck of nora', deck: '3 Robots' })
  const rival = await Person.arrive(port)
  const table = await nora.table({ seats: [{ kind: 'me' }, { kind: 'open' }] })
  await rival.post(`/api/tables/${table}/join`, {})
  const socket = await rival.sit(table, { seat: 2 })
  await socket.next('state')
  equal((await nora.post('/api/me/delete', { password: 'a long password' })).status, 401)
  const gone = await nora.post('/api/me/delete', { password: 'another password' })
  equal(gone.status, 200, gone.text)
  equal(gone.json.account, false)
  const end = await socket.next((m) => m.type === 'state' && m.over)
  equal(end.over.winners, [2], 'the game is given up')
  const { text } = await rival.get(`/api/tables/${table}`)
  check(!text.includes('Nora'), 'the name is still at the table')
  equal((await again.get('/api/me')).json.account, false)
  equal((await (await Person.arrive(port)).post('/api/login', { name: 'Nora Nine', password: 'another password' })).status, 401)
  await server.stop()
  const bytes = readFileSync(join(server.folder, 'rulewright.db'), 'latin1')
  for (const trace of ['Nora Nine', 'secret deck of nora']) check(!bytes.includes(trace), `${trace} is still in the file`)
  check(bytes.includes('Anna the First'), 'this would be found')
  await server.launch()
})

test('those in charge: tables, people, bans, messages, and what they did', async () => {
  const bad = await Person.arrive(port, { 'X-Forwarded-For': '10.66.6.6' })
  await bad.become('/api/accounts', 'Bad Egg', 'a long password')
  const table = await bad.table({ seats: [{ kind: 'me' }, { kind: 'me' }] })
  const socket = await bad.sit(table)
  await socket.next('state')
  check(admin('tables').stdout.includes(table), 'no table')
  check(JSON.parse(admin('people', 'egg', '--json').stdout)[0].name === 'Bad Egg', 'nobody')
  equal(admin('ban', 'Nobody Here').status, 2)
  equal(admin('ban', 'bad egg', '--days', '3', '--reason', 'throws things').status, 0)
  await until('the ban to be heard of', 5, async () => (bad.me = (await bad.get('/api/me')).json).account === false)
  const refused = await bad.post('/api/login', { name: 'Bad Egg', password: 'a long password' })
  equal(refused.status, 403, refused.text)
  check(refused.text.includes('throws things'), refused.text)
  await until('the open socket to be closed', 5, () => !socket.open)
  equal(socket.last('bye').code, 'banned')
  equal(admin('unban', 'Bad Egg').status, 0)
  equal((await bad.become('/api/login', 'Bad Egg', 'a long password')).status, 200)
  const back = await bad.sit(table)
  await back.next('state')
  equal(admin('ban', '10.66.6.6').status, 0)
  await until('the address to be shut out', 5, async () => (await bad.get('/api/me')).status === 403)
  await until('the open socket of that address to be closed', 5, () => !back.open)
  equal(admin('ban', 'nonsense:').status, 2, 'no address')
  equal((await request(port, 'GET', '/api/me')).status, 200)
  equal(JSON.parse(admin('bans', '--json').stdout).map((b) => b.subject), ['10.66.6.6'])
  admin('unban', '10.66.6.6')
  equal(admin('ban', '2001:DB8::7').status, 0)
  const six = () => Person.arrive(port, { 'X-Forwarded-For': '2001:db8::1:2' })
  await until('their network to be shut out', 5, async () => (await six()).me.error?.code === 'banned')
  equal(admin('unban', '2001:db8::/64').status, 0)
  await until('the door to be open again', 5, async () => (await six()).me.name)
  // A table is closed under its players, who see it.
  bad.me = await until('the address to be let in', 5, async () => (await bad.get('/api/me').then((r) => r.status === 200 && r.json)))
  const seat = await bad.sit(table)
  await seat.next('state')
  equal(admin('close', table).status, 0)
  await seat.closed
  const anybody = await Person.arrive(port)
  const closed = await until('the table', 5, () => anybody.sit(table, { seat: 0 }).catch(() => false))
  equal((await closed.next('state')).over.how, 'closed')
  equal(admin('close', table).status, 2, 'twice')
  equal((await request(port, 'GET', '/api/message')).json, { en: '', fr: '' })
  equal(admin('message', 'Back at noon', '--fr', 'De retour à midi').status, 0)
  await until('the message', 5, async () => (await request(port, 'GET', '/api/message')).json.fr === 'De retour à midi')
  const done = JSON.parse(admin('log', '--json').stdout)
  equal(done.map((a) => a.action).sort(), ['ban', 'ban', 'ban', 'close', 'message', 'unban', 'unban', 'unban'])
  check(done.every((a) => a.who), 'nobody did it')
  equal(admin('check').stdout, 'the database is sound\n')
  equal(spawnSync(program, ['admin', 'tables', '--data', '/nowhere']).status, 2)
})

test('files are for the server alone, and the secret is not among the games', async () => {
  for (const file of ['rulewright.db', 'rulewright.db-wal', 'secret', 'lock'])
    equal((statSync(join(server.folder, file)).mode & 0o777).toString(8), '600', file)
  const fresh = join(temporaryFolder(), 'inner')
  const other = await Server.start({ folder: fresh })
  equal((statSync(fresh).mode & 0o777).toString(8), '700')
  await other.stop()
  const secret = readFileSync(join(fresh, 'secret'), 'utf8').trim()
  check(/^[0-9a-f]{64}$/.test(secret), 'no secret')
  check(!readFileSync(join(fresh, 'rulewright.db'), 'latin1').includes(secret), 'the secret is in the database')
})

test('a secret that cannot be read is neither used nor replaced', async () => {
  const folder = temporaryFolder()
  // With no digits in it every key would be the same. An empty one would be made anew, and every guest logged out.
  for (const bad of ['z'.repeat(64), '0123', '']) {
    writeFileSync(join(folder, 'secret'), bad)
    await Server.start({ folder }).then(() => { throw new Error(`it started with '${bad}'`) }, (e) => check(/secret must have 64 hexadecimal digits/.test(e.message), e.message))
    equal(readFileSync(join(folder, 'secret'), 'utf8'), bad)
  }
  writeFileSync(join(folder, 'secret'), `${'5'.repeat(64)}\n`)
  const good = await Server.start({ folder })
  equal((await good.stop()).code, 0)
})

test('backup while it runs, and restore', async () => {
  const anna = await Person.arrive(port)
  const table = await anna.table({ seats: [{ kind: 'me' }, { kind: 'me' }], options: { deal_zones: 'on' } })
  const socket = await anna.sit(table)
  await socket.next('state')
  const folder = join(temporaryFolder(), 'backup')
  execFileSync(program, ['backup', folder, '--data', server.folder])
  equal(spawnSync(program, ['backup', folder, '--data', server.folder]).status, 2, 'over another backup')
  equal((statSync(join(folder, 'rulewright.db')).mode & 0o777).toString(8), '600')
  const target = join(temporaryFolder(), 'restored')
  execFileSync(program, ['restore', folder, '--data', target])
  equal(spawnSync(program, ['restore', folder, '--data', target]).status, 2, 'over games')
  const restored = await Server.start({ folder: target })
  anna.port = restored.port
  const again = await anna.sit(table)
  equal((await again.next('state')).view, socket.last('state').view)
  equal((await new Person(restored.port).get('/api/me')).status, 200)
  const member = await Person.arrive(restored.port)
  equal((await member.become('/api/login', 'Anna the First', 'a long password')).status, 200)
  await restored.stop()
  // A damaged backup is refused.
  const file = join(folder, 'rulewright.db')
  const bytes = readFileSync(file)
  bytes.fill(0x55, 2048, 6144)
  writeFileSync(file, bytes)
  const broken = spawnSync(program, ['restore', folder, '--data', join(temporaryFolder(), 'x')], { encoding: 'utf8' })
  equal(broken.status, 2)
  check(/damaged|malformed/.test(broken.stderr), broken.stderr)
})

test('figures are for those inside', async () => {
  equal((await request(port, 'GET', '/metrics', { headers: { 'X-Forwarded-For': '10.0.0.1' } })).status, 404)
  equal((await request(port, 'GET', '/metrics')).status, 200)
  const inside = await freePort()
  const closed = await Server.start({ more: ['--inside', `127.0.0.1:${inside}`] })
  equal((await request(closed.port, 'GET', '/metrics')).status, 404)
  equal((await request(inside, 'GET', '/metrics')).status, 200)
  equal((await request(inside, 'GET', '/healthz')).status, 200)
  equal((await request(inside, 'GET', '/api/me')).status, 404)
  equal((await closed.stop()).code, 0)
})

test('behind TLS browsers are told to stay there', async () => {
  const proxied = await Server.start({ more: ['--origin', 'https://play.example'] })
  const me = await request(proxied.port, 'GET', '/api/me')
  check(me.headers['strict-transport-security']?.includes('max-age='), 'no HSTS')
  check(/; Secure/.test(me.headers['set-cookie'][0]), 'the cookie is not Secure')
  check(/Max-Age=15552000;/.test(me.headers['set-cookie'][0]), me.headers['set-cookie'][0])
  await proxied.stop()
  const plain = await request(port, 'GET', '/api/me')
  check(!plain.headers['strict-transport-security'], 'HSTS without TLS')
})

// A game through TLS: the client speaks in the clear with a tunnel. Several tables, so that some of them live in
// another loop than their sockets.
async function playThrough(port) {
  const tunnel = net.createServer((near) => {
    const far = tls.connect({ host: '127.0.0.1', port, rejectUnauthorized: false })
    near.pipe(far).pipe(near)
    for (const end of [near, far]) end.on('error', () => { near.destroy(); far.destroy() })
  })
  await new Promise((done) => tunnel.listen(0, '127.0.0.1', done))
  const anna = await Person.arrive(tunnel.address().port)
  const roll = dice(3)
  for (let i = 0; i < 8; i += 1) {
    const table = await anna.table({ seats: [{ kind: 'me' }, { kind: 'me' }], options: { deal_zones: 'on' } })
    const sockets = await Promise.all([1, 2].map((seat) => anna.sit(table, { seat })))
    for (const s of sockets) await s.next('state')
    for (let k = 0; k < 5; k += 1) {
      const asked = sockets.find((s) => s.last('state').decision)
      const { at } = asked.last('state')
      asked.send(pick(asked.last('state').decision, roll))
      await until('both to be told', 10, () => sockets.every((s) => s.last('state').at === at + 1))
    }
    for (const s of sockets) await s.close()
  }
  tunnel.close()
}

test('TLS by a certificate, read again at SIGHUP', async () => {
  const folder = temporaryFolder()
  const certificate = join(folder, 'cert.pem')
  const key = join(folder, 'key.pem')
  const make = (name) => execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', key, '-out', certificate,
    '-days', '2', '-subj', `/CN=${name}`], { stdio: 'ignore' })
  make('first')
  const own = await freePort()
  const inside = await freePort()
  const secure = new Server(inside, temporaryFolder(), [], 100000)
  // The harness asks for /healthz in the clear: that is the inside door.
  secure.front = own
  secure.more = ['--inside', `127.0.0.1:${inside}`, '--certificate', certificate, '--key', key]
  await secure.launch()
  const get = (path, headers = {}) => new Promise((done, fail) => {
    https.get({ host: '127.0.0.1', port: own, path, headers, rejectUnauthorized: false, agent: false }, (answer) => {
      const subject = answer.socket.getPeerCertificate().subject.CN
      let text = ''
      answer.on('data', (part) => (text += part))
      answer.on('end', () => done({ status: answer.statusCode, headers: answer.headers, text, subject }))
    }).on('error', fail)
  })
  const me = await get('/api/me')
  equal(me.status, 200)
  equal(me.subject, 'first')
  check(me.headers['strict-transport-security'], 'no HSTS')
  check(/; Secure/.test(me.headers['set-cookie'][0]), 'the cookie is not Secure')
  await playThrough(own)
  make('second')
  secure.child.kill('SIGHUP')
  await until('the new certificate', 5, async () => (await get('/api/me')).subject === 'second')
  writeFileSync(certificate, 'nonsense')
  secure.child.kill('SIGHUP')
  await sleep(300)
  equal((await get('/api/me')).subject, 'second', 'a bad one changes nothing')
  equal((await secure.stop()).code, 0)
  const bad = spawnSync(program, ['serve', '--port', String(own), '--data', temporaryFolder(), '--certificate', certificate, '--key', key], { encoding: 'utf8' })
  equal(bad.status, 2)
  check(bad.stderr.includes('cert.pem'), bad.stderr)
})

test('nothing of it made the server stumble', async () => {
  equal((await server.stop()).code, 0)
  check(!/terminate|Assertion|Sanitizer/.test(server.errors), server.errors)
})

await runTests()
