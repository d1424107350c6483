import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { killAll } from '../../support/child-programs.ts'
import { againInOwnNamespace, isInOwnNamespace } from '../common/system.ts'
import { Disk, whyNoDisks } from '../power/disk.ts'
import { bareSystem, whyNoSystems } from './bare-system.ts'
import { firstDay, install, look } from './first-day.ts'
import { harm } from './harm.ts'
import { leaving } from './leaving.ts'
import { Machine } from './machine.ts'
import { restore } from './restore.ts'
import type { Scene } from './scene.ts'
import { Transcript } from './transcript.ts'
import { upgrade } from './upgrade.ts'

/** `npm run test:package`: the Debian package on real systems, from the first day to the last. */

/** Holds the bare Debian system between runs. */
const CACHE = join(homedir(), '.cache/granary-package')
const MIRROR = 'http://deb.debian.org/debian'
/** The newer package holds the same program: it is packed quickly. */
const NEWER = ['--version', '0.1.1', '--level', '1']

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { transcript: { type: 'string', default: 'dist/package-transcript.txt' } },
  })
  const obstacle = whyNoSystems()
  if (obstacle !== null) return skipped(obstacle)
  if (!isInOwnNamespace()) {
    const code = await againInOwnNamespace()
    return code ?? skipped('no namespace of mounts can be had')
  }
  const folder = mkdtempSync(join(tmpdir(), 'granary-package-'))
  try {
    const noDisks = whyNoDisks(folder)
    return noDisks === null ? await onDisks(values.transcript, folder) : skipped(noDisks)
  } finally {
    killAll()
    rmSync(folder, { recursive: true, force: true })
  }
}

function skipped(why: string): number {
  console.log(`skipped: ${why}.`)
  return 0
}

async function onDisks(file: string, folder: string): Promise<number> {
  const bare = bareSystem(CACHE, MIRROR)
  const packages = packagesIn(folder)
  const transcript = new Transcript(resolve(file))
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
    console.log(`\nAll ${transcript.steps} steps went well. Transcript: ${file}`)
    return 0
  } catch (error) {
    console.error(`\n${(error as Error).message}\nTranscript: ${file}`)
    return 1
  } finally {
    for (const machine of machines) await machine.discard()
    usb.unmount()
  }
}

/** Makes both of the executable. @returns their names, in the folder */
function packagesIn(folder: string): Scene['packages'] {
  const names = ['granary_0.1.0.deb', 'granary_0.1.1.deb'] as const
  for (const [i, name] of names.entries()) {
    const words = ['packaging/deb.mjs', '--binary', 'dist/granary', '--out', join(folder, name)]
    execFileSync(process.execPath, [...words, ...(i === 0 ? [] : NEWER)], { stdio: 'inherit' })
  }
  return names
}

process.exitCode = await main()
