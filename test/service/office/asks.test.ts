import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { JobOwner } from '../../../src/store/jobs/turns.ts'
import { Writer } from '../../../src/store/jobs/writer.ts'
import { isBuilt, PROGRAM } from '../../support/command.ts'
import { type Office, openOffice, staffOf, type Visitor } from '../../support/office.ts'
import { everyPage } from '../../support/office-pages.ts'

/** How often each page asks the store: jobs that wait together share one transaction, and so see one state. */

const SUBMITTING = ['submit', 'submitSlice', 'submitSlices'] as const
type Submit = (work: () => unknown, owner?: JobOwner) => Promise<unknown>

/** Counts the transactions in which the jobs of `act` run where none is divided because it takes long. */
async function transactionsOf(act: () => Promise<unknown>): Promise<number> {
  let transactions = 0
  let waiting = 0
  const submits = Writer.prototype as unknown as Record<(typeof SUBMITTING)[number], Submit>
  const spies = SUBMITTING.map((name) => {
    const real = submits[name]
    return vi.spyOn(submits, name).mockImplementation(function (this: Writer, work, owner) {
      let isWaiting = true
      if (waiting++ === 0) transactions++
      const job = () => {
        // A job may run again after a rollback.
        if (isWaiting) waiting--
        isWaiting = false
        return work()
      }
      return real.call(this, job, owner)
    })
  })
  try {
    await act()
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
  return transactions
}

const MOST: Readonly<Record<string, number>> = {
  'GET /weigh-in': 3,
  // The audit log is searched for readings of one kind of record after the other, each in a job of its own, so
  // that nobody waits for a long history.
  'GET /members/:id': 10,
  'GET /members/:id/statement': 10,
  // It is sent while it is made, slice by slice, of each kind of thing that is held.
  'GET /access/:id': 16,
}

describe.skipIf(!isBuilt)('a page asks once (skipped if not built)', () => {
  let office: Office
  let manager: Visitor
  let addresses: ReadonlyMap<string, readonly string[]>
  let saved = ''

  beforeAll(async () => {
    office = await openOffice({}, [process.execPath, PROGRAM])
    manager = (await staffOf(office)).manager
    addresses = await everyPage(office, manager)
    const { did } = office
    const form_token = await manager.formToken()
    // Each of several members has what the pages list.
    for (const number of ['73', '74', '75']) {
      await office.party('person', `Okello ${number}`, number)
      await office.party('institution', `Sacco ${number}`, `S${number}`)
      await office.granted('71', `S${number}`, '--purpose insurance')
      await did(
        `delegation record --principal 71 --delegate S${number} --types harvest`,
        '--acts assert --from 2026-01-01 --until 2099-01-01 --basis in_person_signature',
      )
      const slip = { id: uuidv7(), who: number, quantity: '80', unit: 'kg', crop: 'maize_grain' }
      const { location } = await manager.post('/weigh-in', {
        ...{ form_token, ...slip, to: 'cooperative', day: 'today' },
      })
      saved = String(location)
    }
  })
  afterAll(() => office?.service.stop())

  test('at most 3 for the weigh-in, 5 for any other page', async () => {
    const over: [string, number, number][] = []
    let all = 0
    for (const [route, paths] of [...addresses, ['GET /weigh-in', [saved]] as const])
      for (const path of paths) {
        const asked = () => transactionsOf(() => manager.get(path))
        // The service's own jobs may fall into one of the two.
        const found = Math.min(await asked(), await asked())
        all += found
        const most = MOST[route] ?? 5
        if (found > most) over.push([path, found, most])
      }
    expect(saved).toContain('saved=')
    expect(all).toBeGreaterThan(10)
    expect(over).toEqual([])
  })
})
