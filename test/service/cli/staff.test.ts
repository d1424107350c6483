import { describe, expect, test } from 'vitest'
import { openKernel } from '../../../src/assemble.ts'
import { readConfig } from '../../../src/config/config.ts'
import { commonPasswords, hashPassword, isPassword } from '../../../src/identity/passwords.ts'
import { englishWords } from '../../../src/words/words.ts'
import { type Document, founded } from '../../support/command.ts'

/** Accounts of staff: made, ended and reset by the command; passwords set by a code. */

const coop = await founded()
const { did, said } = coop

/** As the office page does it. */
async function inside<T>(work: (kernel: ReturnType<typeof openKernel>) => Promise<T>): Promise<T> {
  const kernel = openKernel(readConfig({ data: coop.data, minFreeBytes: '0' }, {}))
  try {
    return await work(kernel)
  } finally {
    kernel.close()
  }
}
async function set(name: string, code: string, password: string): Promise<string | null> {
  const work = { name, code, password }
  const fault = await inside((kernel) => kernel.staff.setPassword(kernel.ports.submit, work))
  return fault && englishWords().tell(fault.reason)
}
const signedIn = (name: string, password: string) => inside((kernel) => kernel.staff.signIn(name, password))

describe('the command', () => {
  test('makes accounts, once for a name; blank names are refused', async () => {
    const added = await did('staff', 'add', 'Grace  Nakato', '--role', 'manager')
    expect(added).toMatchObject({ code: 0, name: 'Grace Nakato', role: 'manager' })
    const again = await said('staff', 'add', 'grace nakato', '--role', 'clerk')
    expect([again.code, again.err]).toEqual([1, expect.stringContaining('granary staff reset')])
    expect(await said('staff', 'add', '  ', '--role', 'clerk')).toMatchObject({ code: 2 })
    const shown = await said('staff', 'add', 'Okello', '--role', 'clerk')
    expect(shown.out).toMatch(/^Code +(\w{4}-){2}\w{4}$/m)
    expect(shown.out).toMatch(/^Page +http.*\/password$/m)
  })

  test('lists them; changes a role; ends an account, even of the last manager', async () => {
    expect(await did('staff', 'role', 'okello', 'auditor')).toMatchObject({ name: 'Okello', role: 'auditor' })
    await did('staff', 'role', 'Okello', 'clerk')
    const { staff } = await did('staff', 'list')
    expect(staff.map(({ name, role, ended_at }: Document) => [name, role, ended_at])).toEqual([
      ['Grace Nakato', 'manager', null],
      ['Okello', 'clerk', null],
    ])
    expect(await did('staff', 'end', 'Grace Nakato')).toMatchObject({ code: 0 })
    const gone = await said('staff', 'end', 'Grace Nakato')
    expect([gone.code, gone.err]).toEqual([1, expect.stringContaining('granary staff list')])
    // The name is free again, for another person.
    expect(await did('staff', 'add', 'Grace Nakato', '--role', 'manager')).toMatchObject({ code: 0 })
    expect((await said('staff', 'list')).out.match(/^Grace Nakato/gm)).toHaveLength(2)
  })

  test('every act is in the audit log', async () => {
    const { entries } = await did('audit', '--limit', '50')
    const acts = entries.map(({ action }: Document) => action)
    for (const act of ['staff', 'staff_role', 'staff_end', 'staff.list']) expect(acts).toContain(act)
  })
})

describe('a password', () => {
  test('is set by the code, once, and then signs in', async () => {
    const { one_time_code: code } = await did('staff', 'reset', 'Okello')
    expect(await set('okello', 'xxxx-xxxx-xxxx', 'cherries by moonlight')).toContain('not right')
    expect(await set('nobody', code, 'cherries by moonlight')).toContain('not right')
    expect(await set('okello', code, 'password123')).toContain('Too many people')
    expect(await set('okello', code.replaceAll('-', ' ').toUpperCase(), 'cherries by moonlight')).toBeNull()
    expect(await set('okello', code, 'another password')).toContain('not right')
    expect(await signedIn(' OKELLO', 'cherries by moonlight')).toMatchObject({
      name: 'Okello',
      role: 'clerk',
    })
    expect(await signedIn('Okello', 'cherries by moonlights')).toBeNull()
    expect(await signedIn('Okello', code)).toBeNull()
    expect(await signedIn('nobody', 'cherries by moonlight')).toBeNull()
  })

  test('no longer holds after a reset or the end of the account, nor does whoever is signed in', async () => {
    const before = await signedIn('Okello', 'cherries by moonlight')
    if (before === null) throw new Error('not signed in')
    const still = () => inside(async (kernel) => kernel.staff.stillIs(before))
    expect(await still()).toMatchObject({ name: 'Okello' })
    await did('staff', 'role', 'Okello', 'auditor')
    expect(await still()).toMatchObject({ role: 'auditor' })
    const { one_time_code: code } = await did('staff', 'reset', 'Okello')
    expect(await still()).toBeNull()
    expect(await signedIn('Okello', 'cherries by moonlight')).toBeNull()
    expect(await set('Okello', code, 'moonlight by cherries')).toBeNull()
    const later = await signedIn('Okello', 'moonlight by cherries')
    if (later === null) throw new Error('not signed in')
    await did('staff', 'end', 'Okello')
    expect(await inside(async (kernel) => kernel.staff.stillIs(later))).toBeNull()
    expect(await signedIn('Okello', 'moonlight by cherries')).toBeNull()
  })

  test('is kept as scrypt with the costs of the contract; the log has no hash', async () => {
    const hash = await hashPassword('cherries by moonlight')
    expect(hash).toMatch(/^scrypt\$32768\$8\$3\$/)
    expect(await isPassword('cherries by moonlight', hash)).toBe(true)
    expect(await isPassword('cherries by moonlight', null)).toBe(false)
    await inside(async ({ store }) => {
      const acts = Array.from({ length: store.log.size }, (_, i) => store.acts.bySeq(i + 1)?.json ?? '')
      expect(acts.filter((json) => json.includes('"act":"staff"'))).toHaveLength(3)
      expect(acts.join('\n')).not.toMatch(/scrypt|hash/)
    })
  })

  test('the common ones are ten thousand', () => {
    const common = commonPasswords()
    expect(common.size).toBe(10_000)
    expect(common.has('1234567890')).toBe(true)
  })
})

test('the last manager is ended by the command alone', async () => {
  const grace = (await did('staff', 'list')).staff.find(({ ended_at }: Document) => ended_at === null)
  await expect(
    inside((kernel) => kernel.ports.submit(() => kernel.staff.end(`staff/${grace.id}`, 'Grace Nakato'))),
  ).rejects.toThrow('is the last manager')
  await did('staff', 'add', 'Mary', '--role', 'manager')
  await inside((kernel) => kernel.ports.submit(() => kernel.staff.end(`staff/${grace.id}`, 'Grace Nakato')))
  expect((await said('audit', '--limit', '5')).out).toMatch(/staff Grace Nakato +ended an account/)
})
