import { PROBLEMS, type ProblemCode } from '../../../src/base/problem.ts'
import type { Allowed, Contract } from './contract.ts'
import type { Answer } from './line.ts'
import { correlationOf, type Request } from './requests.ts'

/** Whether an answer is one that the contract allows, and tells nothing of what is behind it. */

/** Names of files and modules, frames of stacks, words of the language and of the database. */
const LEAKS = [
  /\n\s+at .+:\d+/,
  /node_modules|node:internal|file:\/\/|\/granary(?:-[\w-]+)?\/(?:data|objects|uploads)|granary\.db/,
  /\b(?:Type|Reference|Range|Syntax|Assertion|Sqlite)Error\b/,
  /\bSQLITE_|\bFST_|\bERR_[A-Z]|\bENOENT\b|\bEACCES\b|\bECONN/,
  /\bSELECT\s.+\sFROM\b|\bINSERT INTO\b|no such (?:table|column)|constraint failed|UNIQUE constraint/,
  /Cannot read propert|is not a function|is not iterable|\[object Object\]/,
]
const TOKEN = /gry_[A-Za-z0-9_-]{20}/
/** Where a token is made, and where examples show one. */
const SHOWS_TOKENS = /^(?:registerDevice|getContract),/
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const MEMBERS = new Set(['type', 'title', 'status', 'code', 'detail', 'errors', 'cursor', 'correlation_id'])
/** What is refused before it is a request has no code. */
const NO_HTTP = new Set([400, 408, 417, 431])
const UNAVAILABLE = new Set([503, 507])

type Document = Readonly<Record<string, unknown>>

/** @returns each promise that the answer breaks, in the same words each time */
export function faultsOf(request: Request, answer: Answer, contract: Contract, folder: string): string[] {
  const { status, headers, body } = answer
  const faults: string[] = []
  if (status >= 500 && !UNAVAILABLE.has(status)) faults.push(`an answer ${status}`)
  if (leaks(answer, folder)) faults.push('an answer tells what is behind it')
  if (TOKEN.test(body.toString('latin1')) && !SHOWS_TOKENS.test(request.kind))
    faults.push('an answer holds a token')
  if (status === 401 && !headers.has('www-authenticate')) faults.push('401 without WWW-Authenticate')
  if (
    (status === 429 || status === 503) &&
    !(Number(headers.get('retry-after')) > 0) &&
    !isReadiness(request)
  )
    faults.push(`${status} without Retry-After`)
  const allowed = request.operation?.allowed.get(status)
  if (status < 400) faults.push(...faultsOfSuccess(request, answer, allowed))
  else if (request.method !== 'HEAD' && !isReadiness(request) && !isOfOtherHost(request, answer))
    faults.push(...faultsOfProblem(request, answer, allowed, contract))
  return faults
}

const isReadiness = ({ operation }: Request) => operation?.id === 'getReadiness'

/** What does not name this server is refused in words for people. */
const isOfOtherHost = ({ isRough }: Request, answer: Answer) =>
  isRough && answer.status === 403 && mediaType(answer) === 'text/plain'

const mediaType = ({ headers }: Answer) => (headers.get('content-type') ?? '').split(';')[0] as string

function faultsOfSuccess({ operation }: Request, answer: Answer, allowed: Allowed | undefined): string[] {
  if (operation === null) return []
  if (allowed === undefined)
    return [`${operation.id} answers ${answer.status}, which the contract does not name`]
  if (answer.body.length > 0 && !allowed.types.includes(mediaType(answer)))
    return [`${operation.id} answers as ${mediaType(answer)}`]
  return []
}

function faultsOfProblem(
  request: Request,
  answer: Answer,
  allowed: Allowed | undefined,
  contract: Contract,
): string[] {
  if (mediaType(answer) !== 'application/problem+json')
    return [`${answer.status} that is no problem document`]
  const problem = parsed(answer.body)
  if (problem === null) return ['a problem document that is no JSON']
  const faults: string[] = []
  const { status, code, type, correlation_id, title } = problem
  if (status !== answer.status) faults.push('a problem document with another status')
  if (typeof title !== 'string') faults.push('a problem document without a title')
  if (Object.keys(problem).some((name) => !MEMBERS.has(name)))
    faults.push('a problem document with a member too many')
  if (correlation_id !== answer.headers.get('x-correlation-id') || !UUID.test(String(correlation_id)))
    faults.push('a problem document whose correlation id is not that of its header')
  if (isTagged(request) && correlation_id !== correlationOf(request.number))
    faults.push('a correlation id that was sent did not come back')
  if (code === undefined) return [...faults, ...faultsOfBare(request, answer, problem)]
  if (type !== `urn:granary:problem:${code}`)
    faults.push('a problem document whose type is not that of its code')
  if (PROBLEMS[code as ProblemCode]?.[0] !== status) faults.push(`code ${code} with status ${status}`)
  const isNamed =
    request.operation === null
      ? contract.operations.some((o) => o.allowed.get(answer.status)?.codes.has(String(code)))
      : allowed?.codes.has(String(code)) === true
  if (!isNamed)
    faults.push(
      `${request.operation?.id ?? 'no operation'} answers ${answer.status} ${code}, which the contract does not name`,
    )
  return faults
}

/** The bare 404, and what was no request at all. */
function faultsOfBare({ operation, isRough }: Request, { status }: Answer, problem: Document): string[] {
  if (Object.keys(problem).length !== 3) return [`${status} without a code, and yet not bare`]
  if (status === 404) {
    const mayBe = operation === null || operation.allowed.has(404)
    return mayBe ? [] : [`${operation.id} answers 404, which the contract does not name`]
  }
  return isRough && NO_HTTP.has(status) ? [] : [`${status} without a code`]
}

/** Its own header may have been changed, or have come to nothing. */
const isTagged = ({ isRough, kind }: Request) => !isRough && !kind.endsWith('header')

function leaks({ headers, body }: Answer, folder: string): boolean {
  const type = headers.get('content-type') ?? ''
  if (type.startsWith('image/') || headers.has('content-encoding')) return false
  const text = `${[...headers].join('\n')}\n${body.toString('utf8')}`
  return text.includes(folder) || LEAKS.some((leak) => leak.test(text))
}

function parsed(bytes: Buffer): Document | null {
  try {
    return JSON.parse(bytes.toString('utf8')) as Document
  } catch {
    return null
  }
}
