import { Line } from '../bench/line.ts'

/**
 * Asks two questions in turn, the order of each pair left to chance, over kept-alive connections with one request in
 * flight on each, and takes the time from the writing of a request to the first byte of its answer.
 */

export interface Question {
  readonly name: string
  readonly status: number
  /** Connections to ask over, where fewer than usual are enough to keep the server busy. */
  readonly connections?: number
  /**
   * Bytes to ask with: `refused[i]` of something that exists, `absent[i]` of something like it that does not. What is
   * written can be sent once only: then they are made when they are sent.
   */
  readonly refused: readonly Buffer[] | ((pair: number) => Buffer)
  readonly absent: readonly Buffer[] | ((pair: number) => Buffer)
}

/** Microseconds, one of each for every pair. */
export interface Times {
  readonly refused: Float64Array
  readonly absent: Float64Array
}

export async function askInPairs(
  port: number,
  connections: number,
  question: Question,
  pairs: number,
  progress: (done: number) => void = () => {},
): Promise<Times> {
  const times = { refused: new Float64Array(pairs), absent: new Float64Array(pairs) }
  let taken = 0
  const nextPair = () => {
    if (taken % 100 === 0) progress(taken)
    return taken < pairs ? taken++ : null
  }
  const lines = await Line.many(port, connections)
  try {
    await Promise.all(lines.map((line) => askOn(line, question, times, nextPair)))
  } finally {
    for (const line of lines) line.close()
  }
  return times
}

async function askOn(line: Line, question: Question, times: Times, nextPair: () => number | null) {
  for (let pair = nextPair(); pair !== null; pair = nextPair()) {
    const order = Math.random() < 0.5 ? (['refused', 'absent'] as const) : (['absent', 'refused'] as const)
    for (const kind of order) {
      const requests = question[kind]
      const bytes =
        typeof requests === 'function' ? requests(pair) : (requests[pair % requests.length] as Buffer)
      times[kind][pair] = 1_000 * (await line.ask(bytes, { expectedStatus: question.status }))
    }
  }
}
