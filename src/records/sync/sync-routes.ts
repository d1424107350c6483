import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { Problem, type ProblemDocument, problemDocument } from '../../base/problem.ts'
import type { Config } from '../../config/config.ts'
import type { Callers } from '../../http/caller.ts'
import { ref } from '../../http/contract.ts'
import { refusalTime, sendJson, utf8 } from '../../http/door.ts'
import type { Jobs } from '../../http/jobs.ts'
import { listParts, sendParts, stillOpen } from '../../http/pieces.ts'
import * as query from '../../http/query.ts'
import { LIST_PROBLEMS, problems, WRITE_PROBLEMS } from '../../http/refusals.ts'
import { keepRoom } from '../../http/reply-room.ts'
import { RequestSlots } from '../../http/request-slots.ts'
import { json } from '../../http/responses.ts'
import type { ChangeFeedService } from './changes.ts'
import type { Outbox, OutboxResult } from './outbox.ts'

/** What a device brings after days without a signal, and what it fetches (contract §10). */

const DEFAULT_PAGE = 100
const MAX_PAGE = 500

const ChangesQuery = Type.Object({
  since: Type.Optional(
    Type.String({ description: 'The cursor of the last page; left out: from the beginning.' }),
  ),
  limit: query.pageSize(MAX_PAGE, DEFAULT_PAGE),
  purpose: Type.Optional(
    Type.String({
      ...query.PurposeParameter,
      description:
        "With it also what others' grants open for this purpose; left out: the caller's own records.",
    }),
  ),
})
const changesQuery = query.queryReader(ChangesQuery)

export interface SyncPorts extends Pick<Jobs, 'checkStillLive'> {
  readonly outbox: Pick<Outbox, 'take'>
  readonly changes: Pick<ChangeFeedService, 'pull'>
  readonly config: Pick<Config, 'maxBatchBytes' | 'maxPage'>
}

export function syncRoutes(app: FastifyInstance, ports: SyncPorts, callers: Callers): void {
  const { config, outbox, changes } = ports
  const places = new RequestSlots(BATCHES)

  app.register(async (room) => {
    // A batch is taken apart piece by piece, so it is not parsed at the door.
    room.removeAllContentTypeParsers()
    room.addContentTypeParser(/^application\/json\s*(;|$)/i, { parseAs: 'buffer' }, (request, body, done) => {
      request.bodyBytes = (body as Buffer).length
      request.wholeAtMs = performance.now()
      done(null, body)
    })
    room.post('/v1/sync/outbox', {
      onRequest: [callers.admit('write', { maxBytes: config.maxBatchBytes }), places.take],
      bodyLimit: config.maxBatchBytes,
      validatorCompiler: () => (value) => ({ value }),
      schema: {
        operationId: 'drainOutbox',
        tags: ['sync'],
        summary: 'Append a batch recorded offline: one result for each record. Sending it again is safe.',
        description:
          'Records may name others of the same batch in any order, and one that is refused costs the others nothing. The body may be compressed (Content-Encoding: gzip).',
        body: ref('OutboxBatch'),
        response: {
          200: {
            description: 'One result for each record, in the order sent.',
            content: json('OutboxResults'),
          },
          ...problems(...WRITE_PROBLEMS.filter((code) => code !== 'id_conflict')),
        },
      },
      handler: async (request, reply) => {
        const { caller } = request
        const bytes = request.bodyBytes
        callers.beginBatch(caller, bytes)
        let counted = 0
        // As far as it came: what is on the disk is there, also where the rest broke off.
        let written = 0
        const admit = (records: number) => {
          // A batch of nothing is a visit all the same, and a row in the journal.
          const ahead = Math.max(1, records)
          callers.countWriting(caller, ahead, 0)
          counted = ahead
        }
        const noteWritten = (records: number) => {
          written = records
        }
        // Also where its client has hung up: its memory is taken until it is done.
        const leave = places.stay(request)
        let taken: readonly OutboxResult[]
        try {
          const text = utf8(request.body as Buffer)
          // The bytes are not held beside the text while others have their turn.
          request.body = null
          taken = await outbox.take(caller, text, admit, noteWritten)
        } finally {
          leave()
          const share = counted === 0 ? 0 : written / counted
          callers.endBatch(caller, bytes, counted, Math.min(counted, Math.max(1, written)), share)
        }
        const results = taken.map(({ id, outcome }) => ({
          id,
          outcome: outcome instanceof Problem ? callers.countRefusal(caller, outcome) : outcome,
        }))
        const kept = results.filter(({ outcome }) => isKeptBack(outcome)).length
        if (kept > 0) await refusalTime(request, kept)
        // It says nothing but ids that this caller sent, and what this program says of them.
        return sendJson(reply, 200, `{"results":[${results.map(resultJson).join(',')}]}`, {
          mayCompress: true,
        })
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
        "Without a purpose the caller's own records, with one also what grants open, from when they open it. A record may come twice: keep them by id.",
      querystring: ChangesQuery,
      response: {
        200: { description: 'A page, and where to go on.', content: json('ChangesPage') },
        ...problems(...LIST_PROBLEMS, 'purpose_as_header', 'invalid_purpose', 'restored_from_backup'),
      },
    },
    handler: async (request, reply) => {
      const { purpose = '', since, limit } = changesQuery(request, config.maxPage)
      const page = await changes.pull(request.caller, purpose, since, limit, (bytes) =>
        keepRoom(request, bytes),
      )
      const { cursor, hasMore, isOwnWords } = page
      const behind = `],"cursor":${JSON.stringify(cursor)},"has_more":${hasMore}}`
      const parts = listParts('{"changes":[', page.changes, behind)
      return sendParts(reply, parts, stillOpen(ports, request.caller, page), {
        mayCompress: isOwnWords,
      })
    },
  })
}

/**
 * Sixteen are in memory, from their first byte on: each may hold eight mebibytes, packed or not. Of one credential one is
 * worked at while the next one comes, and fourteen more wait for their turn with their bodies unread.
 */
const BATCHES = { inAll: 16, each: 2, eachParty: 12, lined: 16, bodyMs: 60_000 } as const

/** A refusal that says whether something is there, or whose reason is no longer told. */
const isKeptBack = (outcome: OutboxResult['outcome']): boolean =>
  outcome instanceof Problem && ['reference_unresolved', 'quota_exceeded'].includes(outcome.code)

function resultJson({ id, outcome }: OutboxResult): string {
  if (!(outcome instanceof Problem)) return `{"id":${JSON.stringify(id)},"status":"${outcome}"}`
  return JSON.stringify({ id, status: 'rejected', problem: withoutCorrelation(outcome) })
}

/** The reply's own correlation id goes for all of them. */
function withoutCorrelation({ code, extra }: Problem): Omit<ProblemDocument, 'correlation_id'> {
  const { correlation_id: _, ...document } = problemDocument(code, extra, '')
  return document
}
