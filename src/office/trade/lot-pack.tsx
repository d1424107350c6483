import { Problem } from '../../base/problem.ts'
import { allows } from '../../domain/staff.ts'
import { whileAllowed } from '../../http/chunks.ts'
import { NoRoomForPack } from '../../records/pack/pack-tasks.ts'
import { zipped } from '../../records/pack/zip.ts'
import { noSuchRecord, recordIn } from '../counter/record.tsx'
import { Form, Submit } from '../frame/form.tsx'
import { Box, Card } from '../frame/parts.tsx'
import { pageText } from '../frame/shell.tsx'
import type { Answer, StaffVisit } from '../frame/visit.ts'
import type { AnswerPorts } from '../ports.ts'
import { Sending } from './packs.ts'

/** The output of `granary lot pack`, as one file for the buyer. */

export const PackForm = ({ visit, lotId }: { readonly visit: StaffVisit; readonly lotId: string }) => {
  const { say } = visit.words
  return (
    <Card title={say('pack.title')} id="pack">
      <p>{say('pack.what')}</p>
      <Form action={`/lots/${lotId}/pack`} session={visit.session} busy={say('pack.busy')}>
        <label class="box-label">
          <input type="checkbox" name="with_prices" value="1" aria-describedby="with_prices-help" />
          {say('pack.withPrices')}
        </label>
        <p class="help" id="with_prices-help">
          {say('pack.withPricesHelp')}
        </p>
        <Submit class="quiet">{say('pack.make')}</Submit>
        <p class="help">{say('pack.brokenOff')}</p>
      </Form>
    </Card>
  )
}

/** Sends the pack, made in slices while it is sent. If the person signs out meanwhile, sending stops. */
export async function sendPack(
  visit: StaffVisit,
  { packs, sessions }: Pick<AnswerPorts, 'packs' | 'sessions'>,
): Promise<Answer> {
  const record = await recordIn(visit)
  if (record === null || record.type !== 'lot') return noSuchRecord(visit)
  const withPrices = visit.form.with_prices !== undefined
  const { id: account, role } = visit.session.person
  const pack = { account, isGone: visit.isGone }
  const isSignedIn = () => {
    if (!sessions.isLive(visit.cookie)) throw new Problem('not_found')
  }
  const goOn = () => {
    // The browser has hung up.
    if (visit.isGone()) throw new Problem('overloaded', { retryAfterSeconds: 1 })
    isSignedIn()
  }
  // An auditor may write nothing (contract §19), not even a new root of the log.
  const isReadOnly = !allows(role, 'write')
  const texts = visit.stream('lot.pack', {
    ...{ lot: record.id, withPrices, isReadOnly, goOn },
    language: visit.words.language.code,
  })
  const inTheWay = packs.begin(pack)
  if (inTheWay !== null) return busy(visit, inTheWay)
  const archive = new Sending(whileAllowed(zipped(texts, visit.words.calendar.nowMs), isSignedIn), () =>
    packs.end(pack),
  )
  try {
    return { archive: await archive.begin(), name: `lot-${record.id}.zip` }
  } catch (error) {
    if (error instanceof NoRoomForPack) return busy(visit, 'others')
    throw error
  }
}

const busy = (visit: StaffVisit, inTheWay: 'own' | 'others'): Answer => {
  const { say } = visit.words
  return {
    status: 409,
    html: pageText(visit, say('pack.busyTitle'), <Box kind="warn">{say(`pack.${inTheWay}`)}</Box>),
  }
}
