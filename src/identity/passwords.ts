import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import list from '@zxcvbn-ts/language-common/src/passwords.json?packed'
import { fromJson } from '../base/typed.ts'
import { normalPassword } from '../domain/staff.ts'
import { unpacked } from '../http/packed.ts'

/** Passwords of staff: scrypt (RFC 7914) with the costs of contract §19. */

const COST = { N: 2 ** 15, r: 8, p: 3 } as const
const SALT_BYTES = 16
const KEY_BYTES = 32
/** scrypt needs 128 * N * r bytes (32 MiB), and some more. */
const MAX_MEMORY = 64 * 1024 * 1024

/** Callers must queue requests (`src/office/frame/line.ts`): each call takes a processor and 32 MB. */
const derived = (password: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const options = { ...COST, maxmem: MAX_MEMORY }
    scrypt(normalPassword(password), salt, KEY_BYTES, options, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })

/** Returns the hash of a password as text to be stored. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const key = await derived(password, salt)
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64'), key.toString('base64')].join('$')
}

const NOBODYS = ['scrypt', COST.N, COST.r, COST.p, randomBytes(SALT_BYTES).toString('base64'), ''].join('$')

/** Whether the password is right. Takes the same time for an unknown name, whose `stored` is null. */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const [, , , , salt = '', key = ''] = (stored ?? NOBODYS).split('$')
  const found = await derived(password, Buffer.from(salt, 'base64'))
  const wanted = Buffer.from(key, 'base64')
  return stored !== null && wanted.length === found.length && timingSafeEqual(found, wanted)
}

/** Number of the most common passwords that are refused. */
const COMMON = 10_000
let common: ReadonlySet<string> | undefined

export const commonPasswords = (): ReadonlySet<string> => {
  // Unpacked when the first password is set, so that the start does not wait for it.
  common ??= new Set(fromJson<string[]>(unpacked(list).toString('utf8')).slice(0, COMMON))
  return common
}
