import { draftOf } from '../../../../src/domain/draft-shape.ts'
import type { Draft } from '../../../../src/domain/record.ts'
import { recordJson } from '../../../../src/records/views/record-view.ts'
import { anAttempt } from './drafts.ts'
import { orRefusal, PURPOSES, type World } from './world.ts'

class Undone extends Error {}

/** A job that writes, has others read what may be remembered, and fails: nothing that follows may tell that it ever was. */
export function undone(w: World): Promise<void> {
  const { random, kernel } = w
  const { store, intake, gate, people } = kernel
  const { asserter, draft } = anAttempt(w)
  const by = w.asker(asserter)
  const grant = w.grants.length > 0 ? random.pick(w.grants) : null
  const objector = random.pick(w.askers)
  const looks = Array.from({ length: 2 }, () => ({
    asker: random.pick(w.askers),
    purpose: random.pick(PURPOSES),
    ids: Array.from({ length: 8 }, () => random.pick(w.records).id),
  }))
  const [revocation, objection] = [w.id(), w.id()]
  const look = () => {
    for (const { asker, purpose, ids } of looks) {
      const requester = w.requester(asker)
      for (const id of [...ids, draft.id as string]) {
        const gated = gate.readerFor(requester, purpose).one(id)
        if (gated) recordJson(gated)
      }
      people.facts(requester.party)
      store.consents.objectionsOf(requester.party)
    }
  }
  return w
    .submit(() => {
      look()
      const now = store.writer.nowMs
      const stamp = { received_at: new Date(now).toISOString() }
      if (grant && !grant.revoked)
        store.acts.append('grant_revocation', revocation, now, {
          id: revocation,
          grant_id: grant.id,
          ...stamp,
        })
      store.acts.append('objection', objection, now, {
        id: objection,
        subject: objector.party,
        purposes: null,
        record_types: null,
        ...stamp,
      })
      orRefusal(() =>
        intake.append({ ...w.requester(by), credential: by.credential }, draftOf(draft) as Draft),
      )
      look()
      throw new Undone()
    })
    .catch((error) => {
      if (!(error instanceof Undone)) throw error
    })
}
