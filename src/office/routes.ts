import type { Readable } from 'node:stream'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { MOST_MARK_BYTES } from '../appliance/appearance/appearance.ts'
import { upMs } from '../appliance/clock/machine-clock.ts'
import { diskRefusal, PROBLEMS, Problem } from '../base/problem.ts'
import { entriesOf, membersOf, must } from '../base/typed.ts'
import { MOST_BOUNDARY_BYTES } from '../clients/outlines/boundary.ts'
import { allows, type Permission, whoMay } from '../domain/staff.ts'
import type { App } from '../http/app.ts'
import { addressKey } from '../http/limits.ts'
import { sendPacked } from '../http/packed-reply.ts'
import type { RoomPorts } from '../http/ports.ts'
import { limitByAddress } from '../http/public-limit.ts'
import { serveOwnHosts } from '../http/served-host.ts'
import type { SignedIn, StaffAccounts } from '../identity/staff.ts'
import type { MapFiles } from '../records/plots/map-files.ts'
import { OperatorFault } from '../words/fault.ts'
import { type Words, wordsIn } from '../words/words.ts'
import { OFFICE_ROUTES, type OfficeRoute, routeNamed, WITHOUT_FACTOR } from './addresses.ts'
import { Attempts } from './frame/attempts.ts'
import { COUNTER_SCRIPT } from './frame/counter-script.ts'
import { problemWords } from './frame/fault-words.ts'
import { refusalOf } from './frame/guard.ts'
import type { House } from './frame/house.ts'
import { KeptForms } from './frame/kept-form.ts'
import { keepChosen, languageIn } from './frame/language.ts'
import { PasswordLine } from './frame/line.ts'
import { cookieOf, send, textsIn } from './frame/reply.ts'
import { SCRIPT } from './frame/script.ts'
import { FORM_BYTES, FormRefused, sentFields, sentParts, TOKEN_FIELD } from './frame/sent-form.ts'
import { isFormTokenOf, Pending, type Session, Sessions } from './frame/sessions.ts'
import { styleAddress, styleOf } from './frame/style.ts'
import type { Answer, SentFile, Tasks, Visit } from './frame/visit.ts'
import { type LenderPagePorts, lenderPages } from './lenders/lender-routes.ts'
import scaleScript from './scale/page.ts?bundled'
import { PacksUnderWay } from './trade/packs.ts'
import type { ImportDesk } from './uploads/import-desk.ts'
import type { PaymentDesk } from './uploads/payment-desk.ts'
import { MOST_SHEET_BYTES } from './uploads/upload-desk.ts'

/** The office page (contract §19). Every act runs a task of the command as the person signed in. */

export interface OfficePorts extends RoomPorts, LenderPagePorts {
  readonly maps: MapFiles
  readonly staff: StaffAccounts
  readonly cooperativeId: () => string
  readonly desk: ImportDesk | null
  readonly paymentDesk: PaymentDesk | null
  /** Returns the tasks, which run as this person. */
  readonly runAs: (person: SignedIn) => Tasks
  readonly office: House
}

/** Body limits of forms with a file, with room for other fields, such as a column map or an outline. */
const uploads = (mostPictureBytes: number): Readonly<Partial<Record<OfficeRoute, number>>> => ({
  'POST /import': MOST_SHEET_BYTES + 1024 * 1024,
  // The copy of a list of some thousand members, or an operator's file.
  'POST /payments/lists': MOST_SHEET_BYTES,
  'POST /payments/lists/:id': MOST_SHEET_BYTES + 1024 * 1024,
  'POST /cooperative/appearance': MOST_MARK_BYTES + 128 * 1024,
  'POST /members/:id/new-plot': MOST_BOUNDARY_BYTES + 256 * 1024,
  // A whole picture at once, in memory: there are few clerks, and one has few papers in a day.
  'POST /pictures': mostPictureBytes + FORM_BYTES,
})

export async function officeRoutes(app: App, ports: OfficePorts): Promise<void> {
  const { office, staff, submit, runAs, desk, paymentDesk, cooperativeId, maps, config } = ports
  const withFiles = uploads(config.maxUploadBytes)
  // Sessions end on a machine that sleeps, too.
  const nowMs = upMs
  const sessions = new Sessions({ idleMs: office.idleMs, stillIs: (person) => staff.stillIs(person), nowMs })
  const attempts = new Attempts(nowMs)
  const line = new PasswordLine()
  const pending = new Pending(nowMs)
  const kept = new KeptForms(nowMs)
  const packs = new PacksUnderWay()
  staff.openSessions = () => sessions.open
  app.addHook('onRequest', async (request, reply) => keepChosen(request, reply))
  const pages = async () => await import('./office.tsx')
  app.addHook('onClose', async () => {
    await Promise.all([desk?.end(), paymentDesk?.end()])
  })
  let isLender = (_request: FastifyRequest): boolean => false
  // A person who is signed in is not limited by strangers behind the same address.
  limitByAddress(
    app,
    office.strangersPerMinute,
    (request) => sessions.isLive(cookieOf(request, 'staff')) || isLender(request),
  )
  app.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_BYTES },
    async (_request: FastifyRequest, body: string) => sentFields(body),
  )
  app.setErrorHandler<FastifyError>(async (error, request, reply) => {
    const { refusalPage } = await pages()
    const mayBeKnown = refusalOf(request, office.isOurs) === null
    const visit = visitOf(request, mayBeKnown ? sessions.find(cookieOf(request, 'staff')) : null, undefined)
    const { say } = visit.words
    if (error instanceof FormRefused && error.words !== null)
      return send(request, reply, refusalPage(visit, error.statusCode, 'refused.title', say(error.words)))
    if (error instanceof OperatorFault)
      return send(request, reply, refusalPage(visit, 422, 'fault.title', error.toldIn(visit.words)))
    const problem = error instanceof Problem ? error : diskRefusal(error)
    if (problem === null && error.statusCode === undefined)
      request.log.error({ err: error, correlation_id: request.id }, 'unforeseen error')
    const status = problem === null ? (error.statusCode ?? 500) : PROBLEMS[problem.code][0]
    const seconds = problem?.extra.retryAfterSeconds
    if (seconds !== undefined) reply.header('retry-after', String(seconds))
    const unforeseen =
      status === 413
        ? tooLargeFor(visit.words, request.routeOptions.url, config.maxUploadBytes)
        : say('fault.unforeseen')
    const text = problem === null ? unforeseen : problemWords(visit.words, problem)
    return send(request, reply, refusalPage(visit, status, 'fault.title', text))
  })
  await app.register(async (room) => {
    serveOwnHosts(room, office.isOurs)
    room.get('/office.css', { schema: { hide: true } }, async (request, reply) => {
      const look = office.look()
      const isThis = request.url === styleAddress(look)
      return reply
        .type('text/css; charset=utf-8')
        .header('cache-control', isThis ? 'max-age=31536000, immutable' : 'no-cache')
        .send(styleOf(look))
    })
    room.get('/office-scale.js', { schema: { hide: true } }, async (request, reply) =>
      sendPacked(request, reply, {
        file: scaleScript,
        mediaType: 'text/javascript; charset=utf-8',
        policy: "default-src 'none'",
      }),
    )
    room.get('/office.js', { schema: { hide: true } }, async (_request, reply) =>
      reply
        .type('text/javascript; charset=utf-8')
        .header('cache-control', 'max-age=3600')
        .send(SCRIPT + COUNTER_SCRIPT),
    )
  })

  isLender = lenderPages(app, ports, nowMs)
  for (const [name, bodyLimit] of entriesOf(withFiles))
    await app.register(async (room) => {
      room.addContentTypeParser('multipart/form-data', async (request: FastifyRequest, body: Readable) =>
        sentParts(request, body, bodyLimit, (token) => {
          const { session } = visitFor(request)
          return session !== null && isFormTokenOf(session, token)
        }),
      )
      addRoute(room, name, OFFICE_ROUTES[name])
    })
  for (const [name, permission] of entriesOf<OfficeRoute, Permission | null>(OFFICE_ROUTES))
    if (!(name in withFiles)) addRoute(app, name, permission)

  function addRoute(room: App, name: OfficeRoute, permission: Permission | null): void {
    const { method, url } = routeNamed(name)
    room.route({
      method,
      url,
      schema: { hide: true },
      // A form that the person may not send is refused before its body is read, unless it may be kept for an
      // ended session.
      onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
        const visit = visitFor(request)
        const mayBeKept = permission === 'write' && visit.session === null && !(name in withFiles)
        if (method === 'GET' || (mayBeKept && refusalOf(request, office.isOurs) === null)) return
        const no = await refusedTo(request, visit, name, permission)
        if (no !== null) return send(request, reply, no)
      },
      handler: async (request, reply) => {
        const visit = visitFor(request)
        const no = await refusedTo(request, visit, name, permission)
        if (no !== null) return send(request, reply, no)
        const { answers, refusalPage } = await pages()
        const { session, form } = visit
        if (
          session !== null &&
          permission !== null &&
          method === 'POST' &&
          !isFormTokenOf(session, form[TOKEN_FIELD])
        ) {
          const text = visit.words.say('refused.stale')
          return send(request, reply, refusalPage(visit, 403, 'refused.title', text))
        }
        const answer = answers({
          staff,
          sessions,
          pending,
          attempts,
          kept,
          line,
          submit,
          desk,
          paymentDesk,
          packs,
          maps,
        })[name] as (visit: Visit) => Promise<Answer>
        return send(request, reply, await answer(visit))
      },
    })
  }

  /** Returns the answer to a person who may not use the route; null if they may. */
  async function refusedTo(
    request: FastifyRequest,
    visit: Visit,
    name: OfficeRoute,
    permission: Permission | null,
  ): Promise<Answer | null> {
    const { refusalPage } = await pages()
    const { say, tell } = visit.words
    const refused = refusalOf(request, office.isOurs)
    // Another origin must learn nothing about a session, not even that there is one.
    if (refused !== null) return refusalPage({ ...visit, session: null }, 403, 'refused.title', say(refused))
    if (permission === null) return null
    const { session, form } = visit
    if (session === null) {
      const isLost = request.method === 'POST' && permission === 'write' && Object.keys(form).length > 0
      if (!isLost) return { to: '/sign-in?ended', cookie: null }
      const { hasFirstStep } = await import('./counter/first-steps.tsx')
      const { signInAgain } = await import('./frame/sign-in.tsx')
      const person = hasFirstStep(name) ? sessions.endedOf(visit.cookie, form[TOKEN_FIELD]) : null
      const { [TOKEN_FIELD]: _, sure: __, ...fields } = form
      return signInAgain(
        visit,
        person !== null && kept.keep(person.id, { route: name, path: visit.path, fields }),
      )
    }
    const { role, lacksFactor } = session.person
    if (lacksFactor && !WITHOUT_FACTOR.includes(name)) return { to: '/account' }
    if (permission === 'read' || allows(role, permission)) return null
    const who = tell(whoMay(permission))
    const text = say('refused.role', { role: say(`role.${role}`), who })
    return refusalPage(visit, 403, 'refused.title', text)
  }

  function visitFor(request: FastifyRequest): Visit {
    const cookie = cookieOf(request, 'staff')
    return visitOf(request, sessions.find(cookie), cookie)
  }

  function visitOf(request: FastifyRequest, session: Session | null, cookie: string | undefined): Visit {
    return {
      path: must(request.url.split('?')[0]),
      query: textsIn(request.query),
      form: textsIn(request.body),
      files: filesIn(request.body),
      session,
      cookie,
      address: addressKey(request.ip),
      isGone: () => request.raw.socket.destroyed,
      cooperative: office.cooperative(),
      cooperativeId: cooperativeId(),
      look: office.look(),
      habits: office.habits,
      timeZone: office.timeZone,
      words: wordsIn(languageIn(request, session?.person.language ?? null), office.timeZone, office.time),
      ...(session === null ? NO_TASKS : { ...runAs(session.person), waiting: office.waiting() }),
    }
  }
}

function tooLargeFor({ say }: Words, url: string | undefined, mostPictureBytes: number): string {
  if (url === '/pictures') return say('grant.pictureTooLarge', { megabytes: mostPictureBytes / 1024 / 1024 })
  if (url === '/members/:id/new-plot') return say('fault.boundaryTooLarge')
  if (url === '/import' || url === '/payments/lists' || url === '/payments/lists/:id')
    return say('fault.tooLarge', { megabytes: MOST_SHEET_BYTES / 1024 / 1024 })
  if (url === '/cooperative/appearance') return say('appearance.mark.tooLarge')
  return say('fault.formTooLarge')
}

const filesIn = (sent: unknown): Readonly<Record<string, SentFile>> =>
  Object.fromEntries(
    Object.entries(membersOf(sent)).filter(
      (entry): entry is [string, SentFile] => typeof entry[1] === 'object' && entry[1] !== null,
    ),
  )

const refuseTasks = () => {
  throw new Error('nobody is signed in')
}
const NO_TASKS: Tasks = { run: refuseTasks, stream: refuseTasks }
