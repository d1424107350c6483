import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Helper } from './children.ts'
import { say } from './say.ts'
import { SEEDED_FILE, type Seeded } from './seed.ts'

/** A folder with so many records: the one that is there, or a new one. @throws {Error} when it holds another number */
export async function filled(data: string, records: number): Promise<Seeded> {
  const kept = join(data, SEEDED_FILE)
  if (existsSync(kept)) {
    const seeded = JSON.parse(readFileSync(kept, 'utf8')) as Seeded
    if (seeded.records === records) return seeded
    throw new Error(`${data} holds another number of records; name another folder with --keep`)
  }
  mkdirSync(data, { recursive: true, mode: 0o700 })
  const helper = new Helper('seed')
  const progress = (done: number, of: number) =>
    say(`appending ${of.toLocaleString('en-GB')} records: ${Math.floor((100 * done) / of)} %`)
  const seeded = await helper.call<Seeded>('seed', { folder: data, records }, progress)
  await helper.stop()
  return seeded
}
