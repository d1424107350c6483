import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** What is shipped for those who watch over a Granary, as the tests read it. */

const PACKAGING = new URL('../../../packaging/', import.meta.url)
export const pathOf = (name: string): string => fileURLToPath(new URL(name, PACKAGING))
export const textOf = (name: string): string => readFileSync(new URL(name, PACKAGING), 'utf8')

/** Is this program here? Debian has it as `prometheus`. */
export const has = (program: 'promtool' | 'prometheus'): boolean =>
  spawnSync(program, ['--version']).status === 0

/** @returns what it said, and how it ended */
export function promtool(args: readonly string[], input?: string): { status: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync('promtool', args, {
    encoding: 'utf8',
    ...(input && { input }),
  })
  return { status, said: `${stdout}${stderr}` }
}

export interface Alert {
  readonly name: string
  readonly expr: string
  readonly severity: string
  readonly summary: string
  readonly remedy: string
}

/** The alerts, read by the few forms of YAML that the file is written in; `promtool` reads it by the rules. */
export function alerts(): Alert[] {
  const [, ...blocks] = textOf('prometheus/granary.rules.yml').split(/^ +- alert: /m)
  return blocks.map((block) => {
    const one = (member: string): string => {
      const line = new RegExp(`^ +${member}: (?!\\|)(.+)$`, 'm').exec(block)?.[1]
      const lines = new RegExp(`^ +${member}: \\|\\n((?: {10}.*\\n)+)`, 'm').exec(block)?.[1]
      return (line ?? lines ?? '').replace(/^'(.*)'$/, '$1').trim()
    }
    return {
      name: block.split('\n')[0] as string,
      expr: one('expr'),
      severity: one('severity'),
      summary: one('summary'),
      remedy: one('remedy'),
    }
  })
}

interface Source {
  readonly type: string
  readonly uid: string
}

export interface Panel {
  readonly id: number
  readonly type: string
  readonly title: string
  readonly description: string
  readonly datasource: Source
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number }
  readonly targets?: readonly { readonly refId: string; readonly expr: string; readonly datasource: Source }[]
  readonly fieldConfig?: { readonly defaults: { readonly unit?: string } }
}

/** As far as the tests look at it. */
export interface Dashboard {
  readonly uid: string
  readonly id?: null
  readonly title: string
  readonly schemaVersion: number
  readonly time: object
  readonly templating: { readonly list: readonly { readonly name: string; readonly definition?: string }[] }
  readonly panels: readonly Panel[]
}

export const dashboard = (): Dashboard => JSON.parse(textOf('grafana/granary.json')) as Dashboard

/** Every query of the dashboard, with Grafana's own variables filled in. */
export const queries = (): { readonly panel: string; readonly expr: string }[] =>
  dashboard().panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => ({
      panel: title,
      expr: expr.replaceAll('$__rate_interval', '1m').replaceAll('$instance', '.*'),
    })),
  )

/** Names of the series that an expression asks for. */
export const seriesIn = (expr: string): string[] => [
  ...new Set(expr.match(/\b(?:kernel|granary|process|nodejs)_\w+|\bup\b/g) ?? []),
]
