import { expect, test } from 'vitest'
import { PURPOSE } from '../../support/flows/help.ts'
import { type Work, workOf } from '../../support/work.ts'
import { Fresh } from './script.ts'
import { ABOUT, idOf, lived, requestOf } from './worlds.ts'

/** What asking for access costs, and how long its answers are, tells nothing (contract §20). */

test('asking takes the same work and is answered with as much, whomever it is about', async () => {
  const w = await lived()
  const fresh = new Fresh('the bank')
  const { bank } = w.who
  const heardOf = new Map<string, Set<string>>()
  // Once before, so that everything is prepared.
  await w.ask('bank', 'the first of these', ABOUT['no one'])
  for (let round = 0; round < 3; round++)
    for (const about of Object.values(ABOUT)) {
      let size = ''
      const sent = { id: fresh.id(), about, purpose: PURPOSE, record_types: ['harvest'] }
      const body = { ...sent, expires_at: '2027-01-01T00:00:00Z', reason: 'A loan.' }
      const work = await workOf(w.a.kernel.store.db, async () => {
        const { status, text, headers } = await bank.post('/v1/access-requests', body)
        size = `${status} ${text.length} ${headers['content-length']}`
      })
      const kind = Object.keys(about)[0] as string
      heardOf.set(kind, (heardOf.get(kind) ?? new Set()).add(`${size} ${JSON.stringify(work)}`))
    }
  await w.a.close()
  expect([...heardOf.keys()].sort()).toEqual(['member_no', 'party', 'phone'])
  for (const answers of heardOf.values()) expect([...answers]).toHaveLength(1)
})

test('a refused request is listed and withdrawn with the same work as one that nobody looked at', async () => {
  const works: Work[][] = []
  for (const isRefused of [false, true]) {
    const w = await lived()
    const { bank, anna } = w.who
    const id = idOf(requestOf('bank', 'a member'))
    if (isRefused) await w.done(anna.post(`/v1/access-requests/${id}/decision`, { refuse: true }))
    const { db } = w.a.kernel.store
    // After any act of anybody, the next request of each credential reads that anew.
    await bank.get('/v1/access-requests?limit=1')
    const steps = [
      () => bank.get('/v1/access-requests?role=grantee'),
      () => w.ask('bank', 'one more', ABOUT['no one']),
      () => bank.post(`/v1/access-requests/${id}/withdrawal`),
      () => bank.get('/v1/access-requests?role=grantee'),
    ]
    const done: Work[] = []
    for (const step of steps) done.push(await workOf(db, step))
    works.push(done)
    await w.a.close()
  }
  expect(works[1]).toEqual(works[0])
})
