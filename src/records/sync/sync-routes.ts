import { type Static, Type } from '@sinclair/typebox'
import { Problem, type ProblemDocument, problemDocument } from '../../base/problem.ts'
import { listsIn } from '../../config/lists.ts'
import { ref } from '../../domain/shapes.ts'
import type { App } from '../../http/app.ts'
import type { Callers } from '../../http/caller.ts'
import { sendList, stillOpen } from '../../http/chunks.ts'
import { refusalTime, sendJson, utf8 } from '../../http/door.ts'
import type { RoomPorts } from '../../http/ports.ts'
import * as query from '../../http/query.ts'
import { LIST_PROBLEMS, problems, WRITE_PROBLEMS } from '../../http/refusals.ts'
import { keepRoom } from '../../http/reply-room.ts'
import { RequestSlots } from '../../http/request-slots.ts'
import { json } from '../../http/responses.ts'
import { type ChangeFeedService, pageParts } from './changes.ts'
import type { Outbox, OutboxResult } from './outbox.ts'
import { ChangesPage, OutboxBatch, OutboxResults, type TickedLists } from './sync-shapes.ts'

/** A device sends what it recorded offline, and fetches changes (contract §10). */

const DEFAULT_PAGE = 100
const MAX_PAGE = 500

const ChangesQuery = Type.Object({
  since: Type.Optional(
    Type.String({ description: 'The cursor of the last page. Default: from the beginning.' }),
  ),
  limit: query.pageSize(MAX_PAGE, DEFAULT_PAGE),
  purpose: Type.Optional(
    Type.String({
      ...query.PurposeParameter,
      description:
        "With a purpose, the page also has records that others' grants open for it. Default: the caller's own records.",
    }),
  ),
  asserted_by: query.optionOf(
    ['own'],
    "With `own`, only records that the caller's party asserted or had asserted, and others' corrections, retractions and confirmations of these. What others assert about the party is a number, `others`, and a list: `GET /v1/records?asserted_by=others`.",
  ),
})
const changesQuery = query.queryReader(ChangesQuery)

export interface SyncPorts extends RoomPorts {
  readonly outbox: Outbox
  readonly changes: ChangeFeedService
}

export function syncRoutes(app: App, ports: SyncPorts, callers: Callers): void {
  const { config, outbox, changes } = ports
  const places = new RequestSlots(BATCHES)

  app.register(async (room) => {
    // A batch is parsed in slices, not by the server.
    room.removeAllContentTypeParsers()
    room.addContentTypeParser<Buffer>(
      /^application\/json\s*(;|$)/i,
      { parseAs: 'buffer' },
      (request, body, done) => {
        request.bodyBytes = body.length
        request.wholeAtMs = performance.now()
        done(null, body)
      },
    )
    room.post('/v1/sync/outbox', {
      onRequest: [callers.admit('write', { maxBytes: config.maxBatchBytes }), places.acquire],
      bodyLimit: config.maxBatchBytes,
      validatorCompiler: () => (value) => ({ value }),
      schema: {
        operationId: 'drainOutbox',
        tags: ['sync'],
        summary: 'Append a batch recorded offline: one result for each record. Sending it again is safe.',
        description:
          'Records may refer to others of the same batch in any order. One refused record does not affect the others. After a 401 or a 503 the first records of the batch may be stored already: send all of it again. The body may be compressed (Content-Encoding: gzip).',
        body: ref(OutboxBatch),
        response: {
          200: {
            description: 'One result for each record, in the order sent.',
            content: json(OutboxResults),
          },
          ...problems(...WRITE_PROBLEMS.filter((code) => code !== 'id_conflict')),
        },
      },
      handler: async (request, reply) => {
        const { caller } = request
        const bytes = request.bodyBytes
        callers.beginBatch(caller, bytes)
        let counted = 0
        // Progress so far: records on the disk stay, even if the rest fails.
        let written = 0
        const admit = (records: number) => {
          // An empty batch counts too: it adds a visit, a row in the journal.
          const ahead = Math.max(1, records)
          callers.countWriting(caller, ahead, 0)
          counted = ahead
        }
        const noteWritten = (records: number) => {
          written = records
        }
        // Holds the slot until done, even if the client has hung up: its memory is still in use.
        const leave = places.stay(request)
        let taken: readonly OutboxResult[]
        try {
          const text = utf8(request.body as Buffer)
          // Frees the bytes: only the text is needed from here on.
          request.body = null
          taken = await outbox.take(caller, text, admit, noteWritten)
        } finally {
          leave()
          const share = counted === 0 ? 0 : written / counted
          callers.endBatch(caller, bytes, counted, Math.min(counted, Math.max(1, written)), share)
        }
        let keptBack = 0
        const results = taken.map(({ id, outcome }) => {
          if (!(outcome instanceof Problem)) return `{"id":${JSON.stringify(id)},"status":"${outcome}"}`
          const refusal = callers.countRefusal(caller, outcome)
          if (isKeptBack(refusal)) keptBack++
          return JSON.stringify({ id, status: 'rejected', problem: withoutCorrelation(refusal) })
        })
        if (keptBack > 0) await refusalTime(request, keptBack)
        // The reply has only ids that the caller sent and texts of this program, so it may be compressed.
        return sendJson(reply, 200, `{"results":[${results.join(',')}]}`, { mayCompress: true })
      },
    })
  })

  app.get('/v1/sync/changes', {
    onRequest: callers.admit('read'),
    schema: {
      operationId: 'pullChanges',
      tags: ['sync'],
      summary: 'Every record appended since the cursor that the caller may read.',
      description:
        "Without a purpose, the caller's own records; with one, also records that grants open, from the time they open, and in `closed` the ids of delivered records that the caller may no longer read. A record may come twice, and comes again when its standing changes, or when what it may show of other records does: store records by id. A copy that stores `changes` and drops `closed` holds what the caller may read whenever `has_more` is false.",
      querystring: ChangesQuery,
      response: {
        200: { description: 'A page, and the cursor of the next.', content: json(ChangesPage) },
        ...problems(...LIST_PROBLEMS, 'purpose_as_header', 'invalid_purpose', 'restored_from_backup'),
      },
    },
    handler: async (request, reply) => {
      const { purpose = '', since, limit, asserted_by } = changesQuery(request, config.maxPage)
      const asked = { purpose, isOwnWord: asserted_by === 'own' }
      const page = await changes.pull(request.caller, asked, since, limit, (bytes) =>
        keepRoom(request, bytes),
      )
      const { others, isCooperative, device, isOwnWords } = page
      const ticked = isCooperative ? tickedText(listsIn(config)) : ''
      const called = device ? `,"device":${JSON.stringify(device)}` : ''
      const counted = others === undefined ? '' : `,"others":${others}${ticked}${called}`
      return sendList(reply, pageParts(page, counted), stillOpen(ports, request.caller, page), {
        mayCompress: isOwnWords,
      })
    },
  })
}

/** What the office ticked, as a member of the page; none where nothing is. */
const tickedText = (lists: Static<typeof TickedLists>): string =>
  Object.values(lists).some(({ length }) => length > 0) ? `,"ticked":${JSON.stringify(lists)}` : ''

/**
 * At most 16 batches are in memory, each up to 8 MiB, compressed or not. Per credential, one is processed
 * while the next is received; 14 more wait with their bodies unread.
 */
const BATCHES = { inAll: 16, each: 2, eachParty: 12, lined: 16, bodyMs: 60_000 } as const

/** Whether a refusal must be delayed: it reveals whether something exists, or may replace one that does. */
const isKeptBack = ({ code }: Problem): boolean =>
  code === 'reference_unresolved' || code === 'quota_exceeded'

/** All refusals share the reply's correlation id. */
function withoutCorrelation({ code, extra }: Problem): Omit<ProblemDocument, 'correlation_id'> {
  const { correlation_id: _, ...document } = problemDocument(code, extra, '')
  return document
}
