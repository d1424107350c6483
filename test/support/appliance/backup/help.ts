import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { uuidv7 } from 'uuidv7'
import { type Kernel, openKernel } from '../../../../src/assemble.ts'
import { readConfig, type SettingName } from '../../../../src/config/config.ts'
import { afterEachFile } from '../../after-file.ts'
import { type Document, json } from '../../command.ts'
import { filesBelow as allBelow } from '../../files-below.ts'

/** Data folders with something in them, backups of them, and the folders to restore them into. */

const made: string[] = []
afterEachFile(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true })
})

export const folder = (): string => folderOn(tmpdir())

function folderOn(disk: string): string {
  const path = mkdtempSync(join(disk, 'g-backup-'))
  made.push(path)
  return path
}

const SHM = '/dev/shm'
/** Another disk than that of the temporary folder; null where this machine has none at hand. */
export const otherDisk: string | null =
  existsSync(SHM) && statSync(SHM).dev !== statSync(tmpdir()).dev ? SHM : null

export interface Backed {
  readonly data: string
  /** As `--to` and `--from` take it. */
  readonly place: string
  /** The folder of that place. */
  readonly placeFolder: string
  /** File with the identity. */
  readonly identity: string
  readonly token: string
}

/**
 * A cooperative with a key, and a place for its backups that holds none yet.
 * @param disk where that place lies
 */
export async function backed(disk = tmpdir()): Promise<Backed> {
  const root = folder()
  const data = join(root, 'data')
  const { credential } = await json('init', '--name', 'Kahawa Cooperative', '--data', data)
  const { identity } = await json('backup', 'key', '--data', data)
  const file = join(root, 'identity.txt')
  writeFileSync(file, `# kept elsewhere\n${identity}\n`)
  const placeFolder = join(disk === tmpdir() ? root : folderOn(disk), 'backups')
  return { data, place: `file:${placeFolder}`, placeFolder, identity: file, token: credential }
}

export const kernelOf = (data: string, more: Partial<Record<SettingName, string>> = {}): Kernel =>
  openKernel(readConfig({ data, logLevel: 'silent', minFreeBytes: '0', ...more }, {}))

/** Entries of this many bytes each, that no compression makes smaller. */
export async function fill(data: string, entries: number, bytes = 1_000): Promise<void> {
  const kernel = kernelOf(data)
  try {
    for (let done = 0; done < entries; done += 500)
      await kernel.ports.submit(() => {
        for (let i = done; i < Math.min(entries, done + 500); i++)
          kernel.store.acts.append('clock_confirmation', uuidv7(), kernel.store.writer.nowMs, {
            text: randomBytes(bytes).toString('base64').slice(0, bytes),
          })
      })
  } finally {
    kernel.close()
  }
}

/** A picture of a party: in the object store and in the log, without the way over HTTP. */
export async function addPicture(data: string, bytes: Buffer): Promise<string> {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const kernel = kernelOf(data)
  try {
    await kernel.objects.put(`evidence/${sha256}`, [bytes], sha256)
    await kernel.ports.submit(() => {
      const { store } = kernel
      const id = uuidv7()
      store.acts.append('evidence', id, store.writer.nowMs, {
        id,
        uploaded_by: store.parties.id(store.appliance.cooperative as number),
        captured_sha256: sha256,
        stored_sha256: sha256,
        media_type: 'image/jpeg',
        captured_bytes: bytes.length,
        stored_bytes: bytes.length,
      })
    })
    return sha256
  } finally {
    kernel.close()
  }
}

export const create = (b: Backed, ...more: string[]): Promise<Document> =>
  json('backup', 'create', '--data', b.data, '--to', b.place, ...more)

export const restore = (b: Backed, into: string, ...more: string[]): Promise<Document> =>
  json('backup', 'restore', '--data', into, '--from', b.place, '--identity', b.identity, ...more)

/** Restores into a new folder, which works. @returns that folder */
export async function restoredCopy(b: Backed, ...more: string[]): Promise<string> {
  const into = join(folder(), 'data')
  const { code, err } = await restore(b, into, ...more)
  if (code !== 0) throw new Error(err)
  return into
}

/** @param isOpened with the identity */
export const verify = (b: Backed, isOpened: boolean, ...more: string[]): Promise<Document> => {
  const identity = isOpened ? ['--identity', b.identity] : []
  return json('backup verify --data', b.data, '--from', b.place, ...identity, ...more)
}

/** The backups at the place, the newest first, and what else their list states. */
export const listed = (b: Backed): Promise<Document> => json('backup list --data', b.data, '--from', b.place)

/** Files below a folder, but for the marker of an object store. */
export const filesBelow = (path: string): string[] =>
  allBelow(path).filter((file) => !file.endsWith('granary-objects'))

export const objectsIn = (b: Backed): string[] => filesBelow(join(b.placeFolder, 'backups', 'objects'))

export const manifestsIn = (b: Backed): string[] => filesBelow(join(b.placeFolder, 'backups', 'manifests'))

/** All entries of the log and of the audit log, in their order. */
export function told(data: string): { log: unknown[]; audit: unknown[] } {
  const kernel = kernelOf(data)
  try {
    const { db } = kernel.store
    return {
      log: db.prepare('SELECT seq, digest, salt FROM entry ORDER BY seq').raw().all(),
      audit: db.prepare('SELECT last_n, hash FROM audit ORDER BY last_n').raw().all(),
    }
  } finally {
    kernel.close()
  }
}
