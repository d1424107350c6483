import { Type } from '@sinclair/typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { PROBLEMS, Problem, type ProblemCode, type ProblemDocument } from '../base/problem.ts'
import { given } from '../base/typed.ts'
import { Id } from '../domain/shapes.ts'
import type { App } from '../http/app.ts'
import type { Callers } from '../http/caller.ts'
import { combinedReply } from '../http/chunks.ts'
import { askedFor } from '../http/language.ts'
import { acceptsOnlyCsv, acceptsOnlyJson, prefersHtml } from '../http/media-type.ts'
import { pageOf, sendPage } from '../http/page.ts'
import type { PagePorts } from '../http/ports.ts'
import { idParameter, PurposeParameter, queryReader } from '../http/query.ts'
import { ADMISSION_PROBLEMS, PURPOSE_PROBLEMS, problems } from '../http/refusals.ts'
import { holderOf, keepRoom } from '../http/reply-room.ts'
import { type Part, textOf } from '../text/parts.ts'
import { languages } from '../words/language.ts'
import { wordsIn } from '../words/words.ts'
import type { Anchored } from './data.ts'
import {
  type Answer,
  type Api,
  collectGrantors,
  collectSubject,
  ReferenceShelf,
  type ReferenceSource,
} from './fetch.ts'
import { type ListedGrantor, renderGrantors } from './grantors.ts'
import { renderSubject } from './render.ts'
import { sheetOf } from './sheet.ts'

/** Memory for a page, as a multiple of the JSON that was read for it, because all of it is parsed first. */
const TIMES_ITS_JSON = 6
/** Rows per request: parsing a longer page would block other requests. */
const PAGE = 100

const LenderQuery = Type.Object({
  purpose: PurposeParameter,
  subject: idParameter('The party to read about. Default: a list of the parties that granted this purpose.'),
  find: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description:
        'Without `subject`: only parties of whose name, member number or telephone this is a part.',
    }),
  ),
})
const lenderQuery = queryReader(LenderQuery)

const ListedParty = Type.Object(
  {
    id: Id('To ask for as `subject`.'),
    name: Type.Union([Type.String(), Type.Null()], {
      description: 'The name that the page shows; null if it shows none.',
    }),
    member_no: Type.Union([Type.String(), Type.Null()], {
      description: 'The member number that the page shows; null if it shows none.',
    }),
  },
  { additionalProperties: false },
)

const PageJson = Type.Object(
  {
    text: Type.String({ description: 'The page as plain text.' }),
    subjects: Type.Optional(
      Type.Array(ListedParty, { description: 'Without `subject`: the parties of the list, in its order.' }),
    ),
  },
  { additionalProperties: false },
)

const PageText = {
  headers: {
    'content-language': {
      type: 'string',
      enum: languages().map(({ code }) => code),
      description: 'The language of the page: English unless `Accept-Language` prefers another of these.',
    },
    vary: { type: 'string', description: 'Always `accept, accept-language`.' },
  },
  description:
    'Plain text, at most 100 columns wide, without identifiers, in the language that `Accept-Language` prefers; or, for `Accept: text/html`, a page with the same words, in which each name of the list is a link, in which sums are drawn too, and the reader is "you"; or, for `Accept: application/json` without plain text, that text with the parties of the list; or, with `subject` and for `Accept: text/csv` without plain text, a row for each delivery, obligation and payment.',
  content: {
    'text/plain': { schema: { type: 'string' } },
    'text/html': { schema: { type: 'string' } },
    'text/csv': { schema: { type: 'string' } },
    'application/json': { schema: PageJson },
  },
}

/** Public facts for the page; records on it are read from the public API. */
export interface LenderPorts extends PagePorts {
  readonly registry: ReferenceSource
  /** As in `GET /v1/anchors/roots`. */
  readonly anchored: () => Promise<Anchored>
  /** The later of the clock and the newest time of receipt: the "now" of consent. */
  readonly nowMs: () => number
  /** The appliance's own party; empty before it has one. */
  readonly cooperativeId: () => string
}

/**
 * The lender view: a page of text that the service makes from its own public API as the caller sees it.
 * @param root the whole server; in-process requests pass the same checks and gate as any other
 */
export function lenderRoutes(app: App, ports: LenderPorts, callers: Callers, root: App): void {
  const { config, nowMs, registry, anchored, cooperativeId, office } = ports
  const shelf = new ReferenceShelf(registry)

  app.get('/v1/lender-view', {
    // The page says who has opened what. Each read for it is counted and audited by itself.
    onRequest: callers.admit('see_consent', { basic: true }),
    schema: {
      operationId: 'readLenderView',
      tags: ['lender'],
      security: [{ bearer: [] }, { basic: [] }],
      summary:
        'A page for a credit officer: what one party has opened to the caller, or who has opened anything.',
      description:
        'An unknown party, and one that granted nothing, give the same page. A browser may send the token as an HTTP Basic password. A device is refused: the page shows who has opened what.',
      querystring: LenderQuery,
      response: {
        200: PageText,
        ...problems(...ADMISSION_PROBLEMS, ...PURPOSE_PROBLEMS, 'invalid_parameter'),
      },
    },
    handler: async (request, reply) => {
      const { purpose, subject, find } = lenderQuery(request)
      const asked = {
        reader: request.caller.partyId,
        cooperative: cooperativeId(),
        cooperativeName: office.cooperative(),
        purpose,
        asAtMs: nowMs(),
      }
      const words = wordsIn(askedFor(request.headers['accept-language']), config.timeZone)
      const { say, language } = words
      const api = apiFor(root, request, reply, Math.min(PAGE, config.maxPage))
      const reference = shelf.get()
      const isPage = prefersHtml(request.headers)
      const isSheet = subject !== undefined && acceptsOnlyCsv(request.headers)
      const collected = async (): Promise<Collected> => {
        if (subject === undefined) {
          const found = await collectGrantors(api, reference, asked)
          return renderGrantors(words, found, { isPage, find })
        }
        const data = await collectSubject(api, reference, {
          ...asked,
          subject,
          tolerance: config.massBalanceTolerance,
          implausibleAboveKg: config.implausibleAboveKg,
          anchoring: await anchored(),
        })
        return isSheet ? { sheet: sheetOf(words, data) } : { parts: renderSubject(words, data, isPage) }
      }
      const checks: (() => void)[] = []
      const {
        parts = [],
        listed,
        sheet,
      } = await combinedReply.run({ caller: request.caller, checks }, collected)
      const search = (of: Record<string, string>) => `?${new URLSearchParams({ purpose, ...of })}`
      const page = !isPage
        ? null
        : await pageOf(parts, {
            title: say(subject === undefined ? 'view.list.page' : 'view.page'),
            language: language.code,
            house: { name: office.cooperative(), look: office.look() },
            ...(subject === undefined
              ? { addressOf: (party) => search({ subject: party }) }
              : { links: [{ text: say('view.list.all'), href: search({}) }] }),
          })
      // Checked last, so that nothing is sent from which consent was withdrawn while the page was made.
      checkAll(checks)
      reply.header('vary', 'accept, accept-language').header('content-language', language.code)
      if (sheet !== undefined)
        return reply.header('content-type', 'text/csv; charset=utf-8; header=present').send(sheet)
      if (acceptsOnlyJson(request.headers))
        return reply
          .header('content-type', 'application/json; charset=utf-8')
          .send(JSON.stringify({ text: textOf(parts), subjects: listed }))
      return page === null
        ? reply.header('content-type', 'text/plain; charset=utf-8').send(textOf(parts))
        : sendPage(reply, page)
    },
  })
}

/** What an answer is made of. */
interface Collected {
  readonly parts?: readonly Part[]
  readonly listed?: readonly ListedGrantor[]
  readonly sheet?: string
}

/** @throws {Problem} if the credential, or consent to some of the page, has ended while it was made */
function checkAll(checks: readonly (() => void)[]): void {
  try {
    for (const check of checks) check()
  } catch (ended) {
    if (!(ended instanceof Problem && ended.code === 'not_found')) throw ended
    throw new Problem('overloaded', { retryAfterSeconds: 1 })
  }
}

/** Returns the API with the caller's credential, address and correlation id; passes refusals on. */
function apiFor(root: App, request: FastifyRequest, reply: FastifyReply, pageSize: number): Api {
  const headers = {
    authorization: bearerOf(request.headers.authorization ?? ''),
    'x-correlation-id': request.id,
  }
  const holder = holderOf(request)
  let length = 0
  return {
    pageSize,
    async get<T>(path: string): Promise<Answer<T>> {
      keepRoom(holder, TIMES_ITS_JSON * length)
      const answer = await root.inject({ method: 'GET', url: path, headers, remoteAddress: request.ip })
      if (answer.statusCode === 200) {
        length += answer.payload.length
        return { body: answer.json<T>(), length: answer.payload.length }
      }
      const challenge = answer.headers['www-authenticate']
      if (challenge !== undefined) reply.header('www-authenticate', challenge)
      throw problemOf(
        answer.json<Partial<ProblemDocument>>(),
        Number(answer.headers['retry-after'] ?? Number.NaN),
      )
    },
  }
}

/** Accepts HTTP Basic with the token as password (contract §1), which no other route accepts. */
function bearerOf(header: string): string {
  const encoded = /^basic +(\S+) *$/i.exec(header)?.[1]
  if (encoded === undefined) return header
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  return `Bearer ${text.slice(text.indexOf(':') + 1)}`
}

function problemOf({ code, detail }: Partial<ProblemDocument>, retryAfterSeconds: number): Problem {
  const known: ProblemCode = code !== undefined && code in PROBLEMS ? code : 'internal_error'
  return new Problem(known, {
    ...given({ detail }),
    ...(Number.isNaN(retryAfterSeconds) ? {} : { retryAfterSeconds }),
  })
}
