import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { killAll } from '../../support/child-programs.ts'
import { againInOwnNamespace, isInOwnNamespace } from '../common/system.ts'
import { Disk, whyNoDisks } from '../power/disk.ts'
import { bareSystem, whyNoSystems } from './bare-system.ts'
import { firstDay, install, look } from './first-day.ts'
import { harm } from './harm.ts'
import { leaving } from './leaving.ts'
import { Machine } from './machine.ts'
import { type Options, readOptions } from './options.ts'
import { restore } from './restore.ts'
import type { Scene } from './scene.ts'
import { Transcript } from './transcript.ts'
import { upgrade } from './upgrade.ts'

/** `npm run test:package`: the Debian package on real systems, from the first day to the last. */

/** The newer package holds the same program: it is packed quickly. */
const NEWER = ['--version', '0.1.1', '--level', '1']

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2))
  if (typeof options === 'string') {
    process.stdout.write(options)
    return 0
  }
  const obstacle = whyNoSystems()
  if (obstacle !== null) return skipped(obstacle)
  if (!isInOwnNamespace()) {
    const code = await againInOwnNamespace()
    return code ?? skipped('no namespace of mounts can be had')
  }
  const folder = mkdtempSync(join(tmpdir(), 'granary-package-'))
  try {
    const noDisks = whyNoDisks(folder)
    return noDisks === null ? await onDisks(options, folder) : skipped(noDisks)
  } finally {
    killAll()
    if (!options.keep) rmSync(folder, { recursive: true, force: true })
  }
}

function skipped(why: string): number {
  console.log(`skipped: ${why}.`)
  return 0
}

async function onDisks(options: Options, folder: string): Promise<number> {
  const bare = bareSystem(resolve(options.cache), options.mirror)
  const packages = packagesOf(options, folder)
  const transcript = new Transcript(resolve(options.transcript))
  const usb = new Disk(folder, 'usb')
  const machines = [1, 2].map((nth) => {
    const machine = new Machine(nth, folder, bare, usb.folder, transcript)
    for (const name of packages) machine.put(`root/${name}`, readFileSync(join(folder, name)))
    return machine
  }) as [Machine, Machine]
  const [office, other] = machines
  const scene: Scene = { transcript, packages, office }
  try {
    await transcript.step('a bare Debian boots', () => office.boot())
    await install(office, scene)
    await look(scene)
    const serving = await firstDay(scene)
    await harm(serving)
    await upgrade(serving)
    await restore(serving, other)
    await leaving(serving, other)
    console.log(`\nAll ${transcript.steps} steps went well. Transcript: ${options.transcript}`)
    return 0
  } catch (error) {
    console.error(`\n${(error as Error).message}\nTranscript: ${options.transcript}`)
    return 1
  } finally {
    for (const machine of machines) await machine.discard(options.keep)
    if (!options.keep) usb.unmount()
  }
}

/** @returns the names of both, in the folder */
function packagesOf({ deb, binary }: Options, folder: string): Scene['packages'] {
  const names = ['granary_0.1.0.deb', 'granary_0.1.1.deb'] as const
  mkdirSync(folder, { recursive: true })
  const make = (name: string, words: readonly string[]) =>
    execFileSync(
      process.execPath,
      ['packaging/deb.mjs', '--binary', binary, '--out', join(folder, name), ...words],
      { stdio: 'inherit' },
    )
  if (deb === null) make(names[0], [])
  else copyFileSync(deb, join(folder, names[0]))
  if (!existsSync(binary)) throw new Error(`${binary} is not there; run: npm run build:binary`)
  make(names[1], NEWER)
  return names
}

process.exitCode = await main()
