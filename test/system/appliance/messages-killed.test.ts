import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { uuidv7 } from 'uuidv7'
import { describe, expect, test } from 'vitest'
import { founded, isBuilt, json, serving } from '../../support/command.ts'
import { officeOf } from '../../support/office.ts'
import { soon } from '../../support/soon.ts'

/** Messages to members by a program that serves, killed while one is sent: it is sent once, and its state is true. */

const PHONE = '+256700918273'
const OFTEN_MS = 500

/** A zone in which it is noon, so that messages are sent at any time of the day. */
function zoneAtNoon(): string {
  const ahead = 12 - new Date().getUTCHours()
  return ahead === 0 ? 'UTC' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}

describe.skipIf(!isBuilt)('a service that is killed while it sends a message', () => {
  test('a member gets at most one, and none after saying no', async () => {
    const coop = await founded()
    const { data, cooperative } = coop
    const folder = join(data, '..', 'gateway')
    mkdirSync(folder)
    const [sent, slow, gateway, settings] = ['sent', 'slow', 'gateway', 'messages.json'].map((name) =>
      join(folder, name),
    ) as [string, string, string, string]
    // It has sent the message before it says so, and says so late while the file `slow` is there.
    const script = `#!/bin/sh\ncat >> ${sent}\necho >> ${sent}\nif [ -e ${slow} ]; then sleep 20; fi\necho 17\n`
    writeFileSync(gateway, script, { mode: 0o700 })
    writeFileSync(settings, JSON.stringify({ kind: 'command', program: gateway, arguments: ['{to}'] }))
    const environment = { GRANARY_MESSAGES: settings, GRANARY_TIME_ZONE: zoneAtNoon() }
    let service = await serving(data, [], environment)
    const append = (type: string, fields: object) =>
      officeOf(coop, { url: service.url, stop: async () => {} }).append(type, fields)
    const member = async (display_name: string, phone: string) => {
      const party = uuidv7()
      await append('party', { party, kind: 'person', display_name, phone, messages: true })
      return party
    }
    const delivered = (from_party: string, value: number) =>
      append('delivery', {
        ...{ from_party, to_party: cooperative, crop: 'coffee_fresh_cherry' },
        quantity: { value, unit: 'kg' },
      })
    const texts = (part: string) =>
      existsSync(sent)
        ? readFileSync(sent, 'utf8')
            .split('\n')
            .filter((line) => line.includes(part))
        : []
    const states = async (party: string): Promise<string[]> =>
      (await json('message', 'list', '--party', party, '--data', data)).messages.map(
        ({ state }: { state: string }) => state,
      )

    // What was recorded before the service looked first is not told.
    const ben = await member('Ben Okello', '+256700111333')
    await soon(async () => {
      await delivered(ben, 11)
      expect(await states(ben)).not.toEqual([])
    }, 3_000)
    await soon(async () => expect(await states(ben)).not.toContain('waiting'), OFTEN_MS)

    const grace = await member('Grace Nakato', PHONE)
    writeFileSync(slow, '')
    await delivered(grace, 4711)
    await soon(() => expect(texts('4,711 kg')).toHaveLength(1), OFTEN_MS)
    service.child.kill('SIGKILL')
    await service.ended
    rmSync(slow)
    service = await serving(data, [], environment)
    await soon(async () => expect(await states(grace)).toEqual(['unknown']), OFTEN_MS)

    // Killed between the record and its message: it is told after the next start, once.
    await delivered(grace, 4712)
    service.child.kill('SIGKILL')
    await service.ended
    service = await serving(data, [], environment)
    await soon(async () => expect(await states(grace)).toEqual(['sent', 'unknown']), OFTEN_MS)

    // She says no while one waits.
    await json('message', 'pause', '--data', data)
    await delivered(grace, 4713)
    await soon(async () => expect((await states(grace))[0]).toBe('waiting'), OFTEN_MS)
    const said = await json('party', 'edit', grace, '--messages', '', '--data', data)
    expect(said.code, said.err).toBe(0)
    await delivered(grace, 4714)
    await json('message', 'resume', '--data', data)
    await soon(async () => expect(await states(grace)).toEqual(['stopped', 'sent', 'unknown']), OFTEN_MS)
    for (const [part, times] of Object.entries({ '4,711': 1, '4,712': 1, '4,713': 0, '4,714': 0 }))
      expect(texts(part), part).toHaveLength(times)
    expect(service.stderr()).not.toMatch(/Grace|918273/)
  })
})
