import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../trials/common/served.ts'
import { afterEachFile } from './after-file.ts'
import { started } from './child-programs.ts'

/** A throw-away PostgreSQL for one test file, on a free port of this machine, in a folder that goes when the tests end. */

const VERSIONS = '/usr/lib/postgresql'

/** Where the newest PostgreSQL of this machine has its programs; null if there is none. */
function programs(): string | null {
  const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS) : []
  const found = versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(VERSIONS, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')))
  return found ?? null
}

const bin = programs()
/** Why tests on PostgreSQL are skipped; null if they run. */
export const lacksPostgres =
  bin === null
    ? 'PostgreSQL is not here (Debian: postgresql)'
    : hasUser()
      ? null
      : 'no user to run PostgreSQL as'

export interface Postgres {
  /** Of a new database. */
  readonly database: () => Promise<string>
  /** Its data folder. */
  readonly folder: string
  /** Ends it at once, as if its process had crashed. */
  readonly crash: () => Promise<void>
  /** Starts it again after that, on the same port. */
  readonly start: () => Promise<void>
}

/** It refuses to run as root. */
function ids(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const id = (which: string) => Number(execFileSync('id', [which, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

function hasUser(): boolean {
  try {
    return ids() !== null
  } catch {
    return false
  }
}

const folders: string[] = []
const ends: (() => Promise<void>)[] = []
afterEachFile(async () => {
  for (const end of ends.splice(0)) await end()
}, 'end')
afterEachFile(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
})

/** Starts one; it ends with the test file. */
export async function postgres(settings: readonly string[] = []): Promise<Postgres> {
  if (bin === null) throw new Error(String(lacksPostgres))
  const owner = ids()
  // Not in the folder of the tests, which its user may not enter.
  const above = mkdtempSync('/tmp/pg-')
  folders.push(above)
  if (owner.uid !== undefined && owner.gid !== undefined) chownSync(above, owner.uid, owner.gid)
  const folder = join(above, 'data')
  const asOwner = { ...owner, cwd: above, stdio: 'ignore' as const }
  execFileSync(
    join(bin, 'initdb'),
    ['-D', folder, '-A', 'trust', '-U', 'union', '-E', 'UTF8', '--no-sync'],
    asOwner,
  )
  const port = await freePort()
  const given = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${above}`,
    'fsync=off',
    ...settings,
  ]
  const at = (name: string) => `postgres://union@127.0.0.1:${port}/${name}`
  let server: ChildProcess | null = null
  const start = async () => {
    server = started(
      spawn(join(bin, 'postgres'), ['-D', folder, ...given.flatMap((one) => ['-c', one])], asOwner),
    )
    await answers(at('postgres'))
  }
  const end = async (signal: 'SIGINT' | 'SIGQUIT') => {
    if (server === null) return
    const ended = once(server, 'exit')
    server.kill(signal)
    server = null
    await ended
  }
  // At once, whatever is connected.
  ends.push(() => end('SIGINT'))
  await start()
  let databases = 0
  return {
    folder,
    crash: () => end('SIGQUIT'),
    start,
    database: async () => {
      const name = `union${++databases}`
      await asked(at('postgres'), `CREATE DATABASE ${name}`)
      return at(name)
    },
  }
}

/** Asks a database one thing. */
export async function asked(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  // A server that ends in between; what was asked fails by itself.
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

async function answers(url: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await asked(url, 'SELECT 1')
      return
    } catch (error) {
      if (tries > 600) throw error
      await setTimeout(100)
    }
  }
}
