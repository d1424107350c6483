import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'
import { soon } from '../../soon.ts'

/** Reads the text exposition strictly: what this does not know as the format is a fault of the scrape. */

export interface Family {
  readonly name: string
  readonly help: string
  readonly type: string
  readonly samples: readonly {
    readonly name: string
    readonly labels: Readonly<Record<string, string>>
    readonly value: number
  }[]
}

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*'
const SAMPLE = new RegExp(`^(${NAME})(?:\\{(.*)\\})? (\\S+)$`)
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"(?:,|$)/gy
const NUMBER = /^(NaN|[+-]Inf|[-+]?\d+(\.\d+)?(e[-+]?\d+)?)$/
const VALUES: Readonly<Record<string, number>> = { '+Inf': Number.POSITIVE_INFINITY, NaN: Number.NaN }

/** Families in the order in which they stand. @throws where a line is none of the format */
export function families(text: string): Family[] {
  expect(text.endsWith('\n')).toBe(true)
  const found: { name: string; help: string; type: string; samples: Family['samples'][number][] }[] = []
  for (const line of text.split('\n').filter((one) => one !== '')) {
    const help = new RegExp(`^# HELP (${NAME}) (.+)$`).exec(line)
    const type = new RegExp(`^# TYPE (${NAME}) (gauge|counter|histogram)$`).exec(line)
    const last = found.at(-1)
    if (help) found.push({ name: help[1] as string, help: help[2] as string, type: '', samples: [] })
    else if (type && last?.name === type[1] && last?.type === '') last.type = type[2] as string
    else {
      const sample = SAMPLE.exec(line)
      if (
        !sample ||
        !last?.type ||
        !(sample[1] as string).startsWith(last.name) ||
        !NUMBER.test(sample[3] as string)
      )
        throw new Error(`no line of a scrape: ${line}`)
      const value = VALUES[sample[3] as string] ?? Number(sample[3])
      last.samples.push({ name: sample[1] as string, labels: labelsOf(sample[2] ?? ''), value })
    }
  }
  return found
}

function labelsOf(text: string): Record<string, string> {
  const pairs = [...text.matchAll(LABEL)]
  expect(pairs.map(([pair]) => pair).join(''), 'labels').toBe(text)
  return Object.fromEntries(pairs.map(([, name, value]) => [name, value]))
}

/** A scrape from this machine, as soon as the sums are counted. */
export async function scraped(app: FastifyInstance): Promise<string> {
  return soon(async () => {
    const answer = await app.inject('/v1/metrics')
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.body).toContain('\ngranary_figures_ready 1\n')
    return answer.body
  })
}

/** Every value of a scrape, by the name of its series with its labels as they stand there. */
export async function values(app: FastifyInstance): Promise<Map<string, number>> {
  const samples = families(await scraped(app)).flatMap((family) => family.samples)
  return new Map(
    samples.map(({ name, labels, value }) => {
      const pairs = Object.entries(labels).map(([label, given]) => `${label}="${given}"`)
      return [pairs.length === 0 ? name : `${name}{${pairs.join(',')}}`, value]
    }),
  )
}
