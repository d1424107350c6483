import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { diskRefusal, OperatorFault, PROBLEMS, Problem } from '../base/problem.ts'
import { allows, type Permission, whoMay } from '../domain/staff.ts'
import type { Jobs } from '../http/jobs.ts'
import { addressKey } from '../http/limits.ts'
import { limitByAddress } from '../http/public-limit.ts'
import type { SignedIn, StaffAccounts } from '../identity/staff.ts'
import { OFFICE_ROUTES, type OfficeRoute, WITHOUT_FACTOR } from './addresses.ts'
import { Attempts } from './attempts.ts'
import { refusalOf } from './guard.ts'
import { type LenderPagePorts, lenderPages } from './lender-routes.ts'
import { cookieOf, send, textsIn } from './reply.ts'
import { SCRIPT } from './script.ts'
import { isFormTokenOf, Pending, type Session, Sessions } from './sessions.ts'
import { STYLE } from './style.ts'
import type { Answer, Tasks, Visit } from './visit.ts'

/** The office page (contract §19). Every act goes through the tasks of the command, as the person who is signed in. */

export interface OfficePorts extends Pick<Jobs, 'submit'>, Omit<LenderPagePorts, 'office'> {
  readonly staff: StaffAccounts
  /** Runs tasks as a person. */
  readonly runAs: (person: SignedIn) => Tasks
  readonly office: {
    readonly cooperative: () => string
    readonly timeZone: string
    readonly idleMs: number
    /** Whether the service is reached by this host name. */
    readonly isOurs: (host: string) => boolean
  }
}

/** A page and its style for every second of somebody who types fast, and colleagues behind the same address. */
const CALLS_PER_MINUTE = 600
const FORM_BYTES = 64 * 1024

export async function officeRoutes(app: FastifyInstance, ports: OfficePorts): Promise<void> {
  const { office, staff, submit, runAs } = ports
  const nowMs = () => performance.now()
  const sessions = new Sessions({ idleMs: office.idleMs, stillIs: (person) => staff.stillIs(person), nowMs })
  const attempts = new Attempts(nowMs)
  const pending = new Pending(nowMs)
  staff.openSessions = () => sessions.open
  const pages = async () => await import('./office.tsx')
  await limitByAddress(app, CALLS_PER_MINUTE)
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_BYTES },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
  )
  app.setErrorHandler(async (error, request, reply) => {
    const { refusalPage } = await pages()
    const mayBeKnown = refusalOf(request, office.isOurs) === null
    const visit = visitOf(request, mayBeKnown ? sessions.find(cookieOf(request, 'staff')) : null, undefined)
    if (error instanceof OperatorFault)
      return send(
        request,
        reply,
        refusalPage(visit, 422, 'fault.title', `${error.message} ${error.remedy}`.trim()),
      )
    const problem = error instanceof Problem ? error : diskRefusal(error)
    if (problem === null && (error as FastifyError).statusCode === undefined)
      request.log.error({ err: error, correlation_id: request.id }, 'unforeseen error')
    const status = problem === null ? ((error as FastifyError).statusCode ?? 500) : PROBLEMS[problem.code][0]
    const seconds = problem?.extra.retryAfterSeconds
    if (seconds !== undefined) reply.header('retry-after', String(seconds))
    const { say } = await import('../text/catalogue/say.ts')
    const text =
      problem === null ? say('fault.unforeseen') : `${problem.message}. ${problem.extra.detail ?? ''}`.trim()
    return send(request, reply, refusalPage(visit, status, 'fault.title', text))
  })
  app.get('/office.css', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'max-age=3600').send(STYLE),
  )
  app.get('/office.js', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'max-age=3600').send(SCRIPT),
  )

  lenderPages(app, ports, nowMs)
  for (const [name, permission] of Object.entries(OFFICE_ROUTES) as [OfficeRoute, Permission | null][]) {
    const [method, url] = name.split(' ') as ['GET' | 'POST', string]
    app.route({
      method,
      url,
      schema: { hide: true },
      handler: async (request, reply) => {
        const cookie = cookieOf(request, 'staff')
        const session = sessions.find(cookie)
        const visit = visitOf(request, session, cookie)
        const { answers, refusalPage } = await pages()
        const { say } = await import('../text/catalogue/say.ts')
        const refused = refusalOf(request, office.isOurs)
        // Nothing of a session is shown to another origin, not even that there is one.
        if (refused !== null)
          return send(
            request,
            reply,
            refusalPage({ ...visit, session: null }, 403, 'refused.title', say(refused)),
          )
        if (permission !== null) {
          if (session === null) {
            const { signInAgain } = await import('./sign-in.tsx')
            const isLost = method === 'POST' && permission === 'write' && Object.keys(visit.form).length > 0
            return send(
              request,
              reply,
              isLost ? await signInAgain(visit) : { to: '/sign-in?ended', cookie: null },
            )
          }
          const { role, lacksFactor } = session.person
          if (lacksFactor && !WITHOUT_FACTOR.includes(name)) return send(request, reply, { to: '/account' })
          if (!allows(role, permission)) {
            const text = say('refused.role', { role: say(`role.${role}`), who: whoMay(permission) })
            return send(request, reply, refusalPage(visit, 403, 'refused.title', text))
          }
          if (method === 'POST' && !isFormTokenOf(session, visit.form.form_token))
            return send(request, reply, refusalPage(visit, 403, 'refused.title', say('refused.stale')))
        }
        const answer = answers({ staff, sessions, pending, attempts, submit })[name] as (
          visit: Visit,
        ) => Promise<Answer>
        return send(request, reply, await answer(visit))
      },
    })
  }

  function visitOf(request: FastifyRequest, session: Session | null, cookie: string | undefined): Visit {
    return {
      path: request.url.split('?')[0] as string,
      query: textsIn(request.query),
      form: textsIn(request.body),
      session,
      cookie,
      address: addressKey(request.ip),
      cooperative: office.cooperative(),
      timeZone: office.timeZone,
      ...(session === null ? NO_TASKS : runAs(session.person)),
    }
  }
}

const refuseTasks = () => {
  throw new Error('nobody is signed in')
}
const NO_TASKS: Tasks = { run: refuseTasks, stream: refuseTasks }
