import { Type } from '@sinclair/typebox'
import { Problem } from '../../base/problem.ts'
import { isOneOf } from '../../base/typed.ts'
import { isId } from '../../domain/id.ts'
import type { App } from '../../http/app.ts'
import type { Callers } from '../../http/caller.ts'
import { sendJson } from '../../http/door.ts'
import type { RoomPorts } from '../../http/ports.ts'
import { limitByAddress } from '../../http/public-limit.ts'
import * as query from '../../http/query.ts'
import { PURPOSE_PROBLEMS, problems, READ_PROBLEMS } from '../../http/refusals.ts'
import { json } from '../../http/responses.ts'
import type { ReaderPorts } from '../../records/ports.ts'
import { isWhole } from '../../records/views/record-view.ts'
import type { AnchorService } from './anchor-service.ts'
import { AnchorKey, AnchorRoots, ConsistencyProof, InclusionProof } from './anchor-shapes.ts'
import { tlogProofText } from './tlog-proof.ts'

/** Roots of the log, and proofs (contract §14). */

const MAX_ROOTS = 500

const RootsQuery = Type.Object({ limit: query.pageSize(MAX_ROOTS, 100), cursor: query.Cursor })
const rootsQuery = query.queryReader(RootsQuery)
const SizesQuery = Type.Object({
  from: Type.Integer({ minimum: 1, description: 'Size of the earlier tree.' }),
  to: Type.Integer({ minimum: 1, description: 'Size of the later tree.' }),
})
const sizesQuery = query.queryReader(SizesQuery)

const ProofQuery = Type.Object({
  purpose: query.PurposeParameter,
  format: query.oneOf(['json', 'tlog-proof'], 'json'),
})
const proofQuery = query.queryReader(ProofQuery)

const IdParameter = Type.Object({ id: Type.String({ description: 'The id of a record.' }) })

/** What the public routes may use. */
export interface RootPorts extends Pick<RoomPorts, 'submit' | 'config'> {
  readonly anchors: Pick<AnchorService, 'key' | 'roots' | 'consistency'>
}

export interface AnchorPorts extends ReaderPorts {
  readonly anchors: AnchorService
}

export function proofRoutes(app: App, { submitFor, gate, anchors }: AnchorPorts, callers: Callers): void {
  app.get('/v1/records/:id/proof', {
    onRequest: callers.admit('read'),
    schema: {
      operationId: 'getProof',
      tags: ['anchors'],
      summary: 'Proof that the log contains the record.',
      description:
        'Needs read access to every stored member: a reader of a lot who may not read all its inputs gets no proof. Redactions of `derived` do not matter. The answer is self-contained and may be kept as a file. About other entries it reveals only their number.',
      params: IdParameter,
      querystring: ProofQuery,
      response: {
        200: {
          description:
            'The record and its proof; as `tlog-proof`, the proof alone (C2SP tlog-proof v1; `extra` holds salt and digest).',
          content: { ...json(InclusionProof), 'text/plain': { schema: Type.String() } },
        },
        ...problems(...READ_PROBLEMS, 'not_anchored'),
      },
    },
    handler: async (request, reply) => {
      const { purpose, format } = proofQuery(request)
      const { id } = request.params
      const answer = await submitFor(request.caller, () => {
        const gated = isId(id) ? gate.readerFor(request.caller, purpose).proved(id, isWhole) : null
        return gated && { record: gated.record.json, proof: anchors.inclusion(gated.record.seq) }
      })
      if (answer === null) throw new Problem('not_found')
      const { record, proof } = answer
      if (proof === null) throw new Problem('not_anchored')
      if (format === 'tlog-proof')
        return reply.header('content-type', 'text/plain; charset=utf-8').send(tlogProofText(proof))
      return sendJson(reply, 200, `{"record":${record},${JSON.stringify(proof).slice(1)}`)
    },
  })
}

/** The public routes: they identify nobody, so they reach no record. */
export async function anchorsRoutes(
  app: App,
  { submit, anchors, config }: RootPorts,
  callers: Callers,
): Promise<void> {
  limitByAddress(app, config.registryPerMinute)

  app.get('/v1/anchors/key', {
    schema: {
      operationId: 'getAnchorKey',
      tags: ['anchors'],
      security: [],
      summary: 'The key that verifies checkpoints.',
      description: 'Needs no credential.',
      response: {
        200: { description: 'The key.', content: json(AnchorKey) },
        ...problems('invalid_parameter', 'rate_limited'),
      },
    },
    handler: async (request, reply) => {
      query.noParameters(request)
      return sendJson(reply, 200, JSON.stringify(await submit(() => anchors.key())))
    },
  })

  app.get('/v1/anchors/roots', {
    schema: {
      operationId: 'listRoots',
      tags: ['anchors'],
      security: [],
      summary: 'Published roots, newest first.',
      description:
        'Empty without a publisher: nobody outside can then tell if the log is changed. Needs no credential.',
      querystring: RootsQuery,
      response: {
        200: { description: 'A page.', content: json(AnchorRoots) },
        ...problems('invalid_parameter', 'invalid_cursor', 'rate_limited'),
      },
    },
    handler: async (request, reply) => {
      const { limit, cursor } = rootsQuery(request)
      const before = placeOf(cursor)
      return sendJson(reply, 200, JSON.stringify(await submit(() => anchors.roots(before, limit))), {
        mayCompress: true,
      })
    },
  })

  app.get('/v1/anchors/consistency', {
    onRequest: callers.admitPublic,
    schema: {
      operationId: 'getConsistency',
      tags: ['anchors'],
      security: [{}, { bearer: [] }],
      summary: 'Proof that one tree is the beginning of another.',
      description: 'Sizes of published roots need no credential; sizes of other roots do.',
      querystring: SizesQuery,
      response: {
        200: { description: 'The proof.', content: json(ConsistencyProof) },
        ...problems(...READ_PROBLEMS.filter((code) => !isOfPurpose(code)), 'not_found'),
      },
    },
    handler: async (request, reply) => {
      const { from, to } = sizesQuery(request)
      if (from > to)
        throw new Problem('invalid_parameter', { detail: 'The parameter "from" must not be above "to".' })
      const isVerified = request.headers.authorization !== undefined
      const proof = await submit(() => anchors.consistency(from, to, isVerified))
      return sendJson(reply, 200, JSON.stringify(proof))
    },
  })
}

const isOfPurpose = (code: string): boolean => isOneOf(PURPOSE_PROBLEMS, code)

function placeOf(cursor: string | undefined): number {
  if (cursor === undefined) return Number.MAX_SAFE_INTEGER
  if (!/^[1-9]\d{0,8}$/.test(cursor)) throw new Problem('invalid_cursor')
  return Number(cursor)
}
