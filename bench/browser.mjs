#!/usr/bin/env node
// Simulations of the search a second, in the program and in the module for browsers (here in Node, whose engine is
// Chromium's), side by side: by turns on the same positions with the same seeds, in time that was really spent at work.
//
//   bench/browser.mjs [SECONDS] [GAME ...]        exit status 1 if the module has less than 40 % of the program's speed
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Instance, compile } from '../web/src/offline/module.js'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const program = process.env.RULEWRIGHT ?? join(root, 'build/release/rulewright')
const folder = process.env.RULEWRIGHT_MODULE ?? join(root, 'build/wasm')
const seconds = Number(process.argv[2] ?? 2)
const wanted = process.argv.slice(3)
const least = 0.4
const turns = 3

const code = await compile(readFileSync(join(folder, 'rulewright.wasm')))
const instance = await Instance.start(code, { worked: () => process.cpuUsage().user / 1000 })
for (const name of instance.ask('net_names').split('\n')) instance.call('add_net', [], new Uint8Array(readFileSync(join(folder, 'nets', `${name}.rwnet`))))

const games = wanted.length > 0 ? wanted : JSON.parse(execFileSync(program, ['games', '--json'], { encoding: 'utf8' })).games.map((game) => game.id)
let slow = 0
console.log('game                 program /s    module /s    share')
for (const game of games) {
  let native = Infinity
  let here = Infinity
  for (let i = 0; i < turns; i += 1) {
    const [report] = [JSON.parse(execFileSync(program, ['bench', game, '--seconds', String(seconds / turns), '--json'], { encoding: 'utf8' }))].flat()
    native = Math.min(native, 1e9 / report.simulations_per_second.max)
    here = Math.min(here, JSON.parse(instance.ask('bench', [seconds / turns], game)).simulation_ns)
  }
  const share = native / here
  if (share < least) slow += 1
  console.log(`${game.padEnd(18)} ${(1e9 / native).toFixed(0).padStart(12)} ${(1e9 / here).toFixed(0).padStart(12)} ${(100 * share).toFixed(0).padStart(6)} %`)
}
process.exit(slow > 0 ? 1 : 0)
