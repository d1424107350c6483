import { type Static, Type } from '@sinclair/typebox'
import { Problem } from '../base/problem.ts'
import { given, must } from '../base/typed.ts'
import type { Verified } from '../domain/credential.ts'
import { isId } from '../domain/id.ts'
import { type Draft, RecordDraft } from '../domain/record.ts'
import { CHANNELS, closed, Id, Instant, ref, Text, Word } from '../domain/shapes.ts'
import { type ConfirmableType, RECORD_TYPES } from '../domain/types/index.ts'
import type { App } from '../http/app.ts'
import type { Callers } from '../http/caller.ts'
import { sendList, stillOpen } from '../http/chunks.ts'
import { refusalTime, sendJson } from '../http/door.ts'
import * as query from '../http/query.ts'
import { LIST_PROBLEMS, PURPOSE_PROBLEMS, problems, READ_PROBLEMS, WRITE_PROBLEMS } from '../http/refusals.ts'
import { keepRoom } from '../http/reply-room.ts'
import { json, LINK, LOCATION, written } from '../http/responses.ts'
import type { ListPage } from './gate/page-of-list.ts'
import type { ListFilter } from './gate/reader.ts'
import type { Walked } from './gate/walked.ts'
import { afterInstant, afterRecord, bindingOf, placeOf } from './list-cursor.ts'
import type { IntakePorts } from './ports.ts'
import { LISTED_STANDINGS } from './record-tasks.ts'
import { AnyRecord, RecordPage } from './views/record-schema.ts'
import { recordJson } from './views/record-view.ts'

/** Records: appended by the intake, read through the gate. */

const MAX_PAGE = 500
const DEFAULT_PAGE = 100
/** A page ends after this many readable records, shown or not: at most a tenth of a second of work. */
const MOST_WALKED = 10_000
const LATEST = Number.MAX_SAFE_INTEGER
const EARLIEST = -LATEST

/** Codes of the rules that a record may break. */
const RULES = [
  'delegation_required',
  'conversion_required',
  'lawful_basis_insufficient',
  'delegation_not_live',
  'reference_unresolved',
  'already_retracted',
  'not_the_asserter',
  'not_the_counterparty',
  'fork_has_no_authority',
  'chain_too_long',
  'too_many_corrections',
  'too_many_payments',
] as const

const IdParameter = Type.Object({ id: Type.String({ description: 'The id of a record.' }) })
const ListQuery = Type.Object({
  purpose: query.PurposeParameter,
  type: query.anyOf(RECORD_TYPES, 'Only records of these types; repeatable.'),
  subject: query.idParameter('Only records about this party.'),
  lot_id: query.idParameter('Only records that name this lot, in any version.'),
  obligation_id: query.idParameter('Only records that name this obligation, in any version.'),
  asserted_by: query.optionOf(
    ['others', 'parties'],
    "With `others`, only records about the caller's party that others asserted, and not for it. With `parties`, only records that one of their parties asserted, had asserted or confirmed, so that what strangers state is not read; what is about a lot or another record comes all the same.",
  ),
  occurred_from: query.instantParameter('Only records of events at or after this time.'),
  occurred_to: query.instantParameter('Only records of events before this time.'),
  standing: query.oneOf(LISTED_STANDINGS, 'tip'),
  order: query.oneOf(['newest', 'oldest'], 'newest'),
  limit: query.pageSize(MAX_PAGE, DEFAULT_PAGE),
  cursor: query.Cursor,
})
const listQuery = query.queryReader(ListQuery)

export const ConfirmationDraft = closed(
  {
    id: Id('UUID version 7 made by the client; the id of the confirmation record.'),
    channel: Word(CHANNELS, 'How the counterparty confirmed.'),
    occurred_at: Instant('When it was confirmed.'),
    note: Type.Optional(Text(2000, 'Free text.')),
    on_behalf_of: Type.Optional(Id('The party confirmed for. Requires delegation_id.')),
    delegation_id: Type.Optional(Id('The delegation used. Requires on_behalf_of.')),
  },
  {
    $id: 'ConfirmationDraft',
    description: 'The confirmation of a delivery, payment or obligation by its counterparty.',
    dependentRequired: { on_behalf_of: ['delegation_id'], delegation_id: ['on_behalf_of'] },
  },
)

export const RecordChain = closed({ records: Type.Array(ref(AnyRecord)) }, { $id: 'RecordChain' })

export function recordsRoutes(app: App, ports: IntakePorts, callers: Callers): void {
  const { submitFor, gate, intake } = ports

  app.post('/v1/records', {
    onRequest: callers.admit('write'),
    schema: {
      operationId: 'appendRecord',
      tags: ['records'],
      summary: 'Append one record. Sending the same again writes nothing.',
      description:
        'The client makes the id, so it can repeat a request whose answer was lost: the same content gives 200, other content 409. A record that only looks wrong is stored, and `derived.flags` warns its readers.',
      body: ref(RecordDraft),
      response: { ...written(AnyRecord, LOCATION), ...problems(...WRITE_PROBLEMS, ...RULES) },
    },
    handler: async (request, reply) => {
      const draft = request.body
      callers.countWriting(request.caller, 1, request.bodyBytes)
      const { status, json } = await callers.perform(request.caller, 'append', { id: draft.id }, () =>
        append(request.caller, draft),
      )
      if (status === 'accepted') reply.header('location', `/v1/records/${draft.id}`)
      return sendJson(reply, status === 'accepted' ? 201 : 200, json)
    },
  })

  app.get('/v1/records', {
    onRequest: callers.admit('read'),
    schema: {
      operationId: 'listRecords',
      tags: ['records'],
      summary: 'Records that the caller may read for this purpose.',
      description:
        'Current versions, unless `standing` asks for others. Records that the caller may not read are absent, and leave no trace in counts or cursors. A cursor works only for the same caller and question. A page of a sparse list may have fewer records than `limit`, or none, and still have a `next`: continue until that is null.',
      querystring: ListQuery,
      response: {
        200: { description: 'A page.', headers: LINK, content: json(RecordPage) },
        ...problems(...LIST_PROBLEMS, ...PURPOSE_PROBLEMS),
      },
    },
    handler: async (request, reply) => {
      const asked = listQuery(request, ports.config.maxPage)
      const { purpose, limit } = asked
      const filter = filterOf(asked)
      const binding = bindingOf(request.caller.partyId, asked)
      const after = placeOf(asked.cursor, binding)
      const wanted = { filter, after, count: limit, most: MOST_WALKED }
      const page = await gate.page(request.caller, purpose, wanted, recordJson, (bytes) =>
        keepRoom(request, bytes),
      )
      const { texts, isOwnWords, last, isMore, isEnd, walked } = page
      if (texts.count === 0 && namesAnId(filter)) await refusalTime(request)
      const next = isMore
        ? afterRecord(binding, must(last))
        : isEnd
          ? null
          : early(binding, filter.order, last, walked)
      if (next) reply.header('link', `<${nextUrl(request.url, next)}>; rel="next"`)
      const behind = `],"next":${JSON.stringify(next)}}`
      return sendList(reply, ['{"records":[', texts, behind], stillOpen(ports, request.caller, page), {
        mayCompress: isOwnWords,
      })
    },
  })

  app.get('/v1/records/:id', {
    onRequest: callers.admit('read'),
    schema: {
      operationId: 'getRecord',
      tags: ['records'],
      summary: 'Any version of a record.',
      description:
        'Includes superseded and retracted ones. The caller may read what it wrote, what is about it, and what all subjects whose consent is needed have opened to it for this purpose.',
      params: IdParameter,
      querystring: query.OnlyPurpose,
      response: {
        200: { description: 'The record, and what is derived from all records.', content: json(AnyRecord) },
        ...problems(...READ_PROBLEMS),
      },
    },
    handler: async (request, reply) => {
      const purpose = query.onlyPurpose(request)
      const id = request.params.id
      const json = await submitFor(request.caller, () => {
        const gated = isId(id) ? gate.readerFor(request.caller, purpose).one(id) : null
        return gated && recordJson(gated)
      })
      if (json === null) throw new Problem('not_found')
      return sendJson(reply, 200, json)
    },
  })

  app.get('/v1/records/:id/chain', {
    onRequest: callers.admit('read'),
    schema: {
      operationId: 'getChain',
      tags: ['records'],
      summary: 'Every version, oldest first.',
      description: 'Give the id of any version. Versions that the caller may not read are absent.',
      params: IdParameter,
      querystring: query.OnlyPurpose,
      response: {
        200: { description: 'The chain.', content: json(RecordChain) },
        ...problems(...READ_PROBLEMS),
      },
    },
    handler: async (request, reply) => {
      const purpose = query.onlyPurpose(request)
      const id = request.params.id
      const chain = isId(id)
        ? await gate.chain(request.caller, purpose, id, recordJson, (bytes) => keepRoom(request, bytes))
        : null
      if (chain === null) throw new Problem('not_found')
      return sendList(reply, ['{"records":[', chain.texts, ']}'], stillOpen(ports, request.caller, chain))
    },
  })

  confirming('delivery', '/v1/deliveries/:id/confirmation', 'confirmDelivery', (id) => ({
    type: 'delivery_confirmation',
    delivery_id: id,
  }))
  confirming('payment', '/v1/payments/:id/confirmation', 'confirmPayment', (id) => ({
    type: 'payment_confirmation',
    payment_id: id,
  }))

  confirming('obligation', '/v1/obligations/:id/confirmation', 'confirmObligation', (id) => ({
    type: 'obligation_confirmation',
    obligation_id: id,
  }))

  function confirming(
    confirmed: ConfirmableType,
    path: string,
    operationId: string,
    naming: (id: string) => Confirming,
  ): void {
    const a = confirmed === 'obligation' ? 'an' : 'a'
    app.post(path, {
      onRequest: callers.admit('write'),
      schema: {
        operationId,
        tags: ['records'],
        summary: `The counterparty confirms ${a} ${confirmed}.`,
        description: `You cannot confirm ${a} ${confirmed} that you wrote. The confirmation is a separate record, and the ${confirmed} does not change. It applies to the named version, not to later corrections.`,
        params: IdParameter,
        body: ref(ConfirmationDraft),
        response: {
          ...written(AnyRecord, LOCATION),
          ...problems(
            ...WRITE_PROBLEMS,
            'not_found',
            'delegation_required',
            'delegation_not_live',
            'reference_unresolved',
            'already_retracted',
            'not_the_counterparty',
          ),
        },
      },
      handler: async (request, reply) => {
        const { id } = request.params
        const body = request.body
        callers.countWriting(request.caller, 1, request.bodyBytes)
        const draft = { ...body, ...naming(id) }
        const answer = await callers
          .perform(request.caller, 'append', { id: draft.id }, () => {
            if (!isId(id)) throw new Problem('not_found')
            return append(request.caller, draft)
          })
          .catch(asIfAbsent)
        if (answer.status === 'accepted') reply.header('location', `/v1/records/${draft.id}`)
        return sendJson(reply, answer.status === 'accepted' ? 201 : 200, answer.json)
      },
    })
  }

  function append(caller: Verified, draft: Draft) {
    const appended = intake.append(caller, draft)
    ports.noteSent(caller, appended.status)
    return { status: appended.status, json: recordJson(gate.receipt(caller, appended)) }
  }
}

type Confirming =
  | { readonly type: 'delivery_confirmation'; readonly delivery_id: string }
  | { readonly type: 'payment_confirmation'; readonly payment_id: string }
  | { readonly type: 'obligation_confirmation'; readonly obligation_id: string }

type LastOfPage = NonNullable<ListPage['last']>

/** Turns an unresolved delivery, payment or obligation into a 404: the URL names it, and the caller may not read it as its own. */
function asIfAbsent(error: unknown): never {
  const isHidden =
    error instanceof Problem &&
    error.code === 'reference_unresolved' &&
    ['/delivery_id', '/payment_id', '/obligation_id'].includes(error.extra.errors?.[0]?.pointer ?? '')
  throw isHidden ? new Problem('not_found') : error
}

function filterOf(asked: Static<typeof ListQuery>): ListFilter {
  const types = asked.type ?? []
  return {
    types: types.length === 0 ? RECORD_TYPES : RECORD_TYPES.filter((type) => types.includes(type)),
    subject: asked.subject ?? null,
    lotId: asked.lot_id ?? null,
    obligationId: asked.obligation_id ?? null,
    fromMs: asked.occurred_from ?? EARLIEST,
    toMs: asked.occurred_to ?? LATEST,
    standing: asked.standing,
    order: asked.order,
    ...given({ word: asked.asserted_by }),
  }
}

/** Whether the filter names an id: then an empty list reveals as much as a refusal. */
function namesAnId({ subject, lotId, obligationId }: ListFilter): boolean {
  return subject !== null || lotId !== null || obligationId !== null
}

/** Returns the cursor after a page that is not full: after its last record, or the last one examined. */
function early(
  binding: string,
  order: ListFilter['order'],
  shown: LastOfPage | undefined,
  { lastMs, settledMs }: Walked,
): string {
  if (shown !== undefined && shown.occurredAtMs === lastMs) return afterRecord(binding, shown)
  return afterInstant(binding, must(settledMs), order)
}

function nextUrl(url: string, cursor: string): string {
  const [path, search] = url.split('?')
  const parameters = new URLSearchParams(search)
  parameters.set('cursor', cursor)
  return `${path}?${parameters.toString()}`
}
