import { fromJson, must } from '../../base/typed.ts'
import type { GrantPage, GrantView } from '../../consent/grants.ts'
import type { View } from '../../domain/shapes.ts'
import { lastInstant } from '../../domain/time.ts'
import type { Words } from '../../words/words.ts'
import { Action, Actions, Badge, Card, Empty } from '../frame/parts.tsx'
import { pageText } from '../frame/shell.tsx'
import { Table } from '../frame/tables.tsx'
import { failed, frameOf } from './lender-frame.tsx'
import { lenderPurposes } from './lender-purposes.ts'
import type { LenderAnswer, LenderVisit } from './lender-visit.ts'

/** What a lender must delete: the consents to it that have ended (contract §21). */

const SHOWN = 50

export async function endedPage(visit: LenderVisit): Promise<LenderAnswer> {
  const { say, calendar } = visit.words
  const { before } = visit.query
  const asked = new URLSearchParams({
    ...{ role: 'grantee', status: 'ended', limit: String(SHOWN) },
    ...(before === undefined ? {} : { cursor: before }),
  })
  const { token } = must(visit.session).person
  const reply = await visit.ask(token, `/v1/grants?${asked}`, 'application/json')
  if (reply.status !== 200) return failed(visit, reply.status, reply.text)
  const { grants, next } = fromJson<View<typeof GrantPage>>(reply.text)
  const called = await lenderPurposes(visit)
  return {
    html: pageText(
      frameOf(visit),
      { title: say('lender.ended'), line: say('lender.endedLine') },
      <Card>
        {grants.length === 0 ? (
          <Empty text={say('lender.endedNone')} />
        ) : (
          <Table
            columns={[
              'lender.endedOf',
              'member.purpose',
              'lender.endedAt',
              'lender.delete',
              'lender.program',
            ]}
            rows={grants.map((grant) => [
              <code>{grant.subject}</code>,
              called(grant.purpose),
              calendar.stamp(must(grant.ended).at),
              toDelete(visit.words, grant),
              say(`lender.program${programOf(must(grant.ended))}`),
            ])}
          />
        )}
        {next !== null && (
          <Actions>
            <Action href={`/lender/ended?${new URLSearchParams({ before: next })}`}>
              {say('lender.endedOlder')}
            </Action>
          </Actions>
        )}
        <p class="help">{say('fetched.byHand')}</p>
      </Card>,
    ),
  }
}

const programOf = ({ told_at, acknowledged_at }: NonNullable<GrantView['ended']>) => {
  if (acknowledged_at !== null) return 'Knows'
  return told_at === null ? 'Not' : 'Told'
}

function toDelete({ say, calendar }: Words, { ended, keep_until }: GrantView) {
  if (ended?.replaced_by !== undefined) return <Badge kind="info">{say('lender.replaced')}</Badge>
  const isKept = keep_until !== undefined && Date.parse(keep_until) > calendar.nowMs
  if (!isKept) return <Badge kind="warn">{say('lender.deleteNow')}</Badge>
  // The end is exclusive, so midnight belongs to the day before.
  return <Badge kind="info">{say('lender.keepUntil', { day: calendar.day(lastInstant(keep_until)) })}</Badge>
}
