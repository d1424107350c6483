import type { FastifyReply, FastifyRequest, InjectOptions } from 'fastify'
import { entriesOf, must } from '../../base/typed.ts'
import { ABILITIES } from '../../domain/credential.ts'
import type { App } from '../../http/app.ts'
import { addressKey } from '../../http/limits.ts'
import type { PagePorts } from '../../http/ports.ts'
import { askingFor } from '../../http/reply-room.ts'
import type { CredentialService } from '../../identity/credentials.ts'
import { phoneNumber } from '../../identity/phone.ts'
import { wordsIn } from '../../words/words.ts'
import { LENDER_ROUTES, routeNamed } from '../addresses.ts'
import { Attempts } from '../frame/attempts.ts'
import { refusalOf } from '../frame/guard.ts'
import type { House } from '../frame/house.ts'
import { languageIn } from '../frame/language.ts'
import { cookieOf, send, textsIn } from '../frame/reply.ts'
import { isFormTokenOf, type Session, Sessions } from '../frame/sessions.ts'
import type { ApiReply, Lender, LenderAnswer, LenderVisit } from './lender-visit.ts'

/**
 * The lender view for a browser (contract §19). A lender signs in with a token, and the session is bound to
 * that credential. All data come from the public API with that token, so that the gate, the audit log and
 * every limit are the same.
 */

export interface LenderPagePorts extends PagePorts {
  readonly credentials: Pick<CredentialService, 'verify'>
  /** Whether the service was restored and not confirmed yet; until then no credential holds. */
  readonly isSuspended: () => boolean
  readonly office: House
}

/**
 * Adds the routes for lenders.
 * @returns a function that returns whether a request comes from a lender who is signed in
 */
export function lenderPages(
  app: App,
  ports: LenderPagePorts,
  nowMs: () => number,
): (request: FastifyRequest) => boolean {
  const { office, credentials, isSuspended } = ports
  const admit = (token: string): Lender | null => {
    const verified = isSuspended() ? null : credentials.verify(token)
    if (verified === null || verified.kind === 'device') return null
    return ABILITIES[verified.kind].has('read') ? { token, verified } : null
  }
  const sessions = new Sessions<Lender>({
    idleMs: office.idleMs,
    stillIs: ({ token }) => admit(token),
    nowMs,
  })
  const attempts = new Attempts(nowMs)
  const pages = async () => await import('./lender-pages.tsx')

  for (const [name, mustBeSignedIn] of entriesOf(LENDER_ROUTES)) {
    const { method, url } = routeNamed(name)
    app.route({
      method,
      url,
      schema: { hide: true },
      handler: async (request, reply) => {
        const made = await pages()
        const refused = refusalOf(request, office.isOurs)
        const cookie = cookieOf(request, 'lender')
        const visit = visitOf(request, refused === null ? sessions.find(cookie) : null, cookie)
        if (refused !== null) return answer(request, reply, made.refusal(visit, refused))
        const { session } = visit
        if (mustBeSignedIn && session === null)
          return answer(request, reply, { to: '/lender?ended', cookie: null })
        const isForged = session !== null && !isFormTokenOf(session, visit.form.form_token)
        if (method === 'POST' && mustBeSignedIn && isForged)
          return answer(request, reply, made.refusal(visit, 'refused.stale'))
        return answer(request, reply, await made.LENDER_ANSWERS[name](visit))
      },
    })
  }

  function visitOf(
    request: FastifyRequest,
    session: Session<Lender> | null,
    cookie: string | undefined,
  ): LenderVisit {
    const language = languageIn(request, null)
    return {
      session,
      cookie,
      form: textsIn(request.body),
      query: textsIn(request.query),
      address: addressKey(request.ip),
      cooperative: office.cooperative(),
      look: office.look(),
      path: must(request.url.split('?')[0]),
      sessions,
      attempts,
      admit,
      timeZone: office.timeZone,
      words: wordsIn(language, office.timeZone, office.time),
      phoneIn: (text) => phoneNumber(text, office.country),
      ask: (token, url, accept) => {
        const headers = { accept, 'accept-language': language.code }
        return injected(request, token, { method: 'GET', url, headers })
      },
      write: (token, url, payload) => injected(request, token, { method: 'POST', url, payload }),
    }
  }

  /** Sends a request to the public API as if the browser had sent it with the token. */
  async function injected(
    request: FastifyRequest,
    token: string,
    { headers, ...asked }: InjectOptions,
  ): Promise<ApiReply> {
    const {
      statusCode: status,
      body,
      ...replied
    } = await askingFor(request, async () =>
      app.inject({
        ...asked,
        headers: { authorization: `Bearer ${token}`, 'x-correlation-id': request.id, ...headers },
        remoteAddress: request.ip,
      }),
    )
    return {
      status,
      text: body,
      policy: replied.headers['content-security-policy'],
    }
  }

  const answer = (request: FastifyRequest, reply: FastifyReply, { policy, ...said }: LenderAnswer) =>
    send(request, reply, said, 'lender', policy)

  return (request) => sessions.isLive(cookieOf(request, 'lender'))
}
