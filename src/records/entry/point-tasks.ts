import { readFileSync } from 'node:fs'
import { errorCode } from '../../base/error-kinds.ts'
import { checkedList, fromJson } from '../../base/typed.ts'
import { writeWhole } from '../../base/write-whole.ts'
import { dataFiles } from '../../config/config.ts'
import { tasksOn } from '../../registry/kernel.ts'
import { noteAct } from '../../store/acts/doer.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import type { RecordKernel } from '../kernel.ts'
import type { BuyingPoint } from './point.ts'

/** Buying points, kept in a file of the data folder: they are a convenience, and in no log. */
export const pointTasks = tasksOn<RecordKernel>()({
  'point.list': ({ config }) => ({
    points: read(config.data),
  }),

  'point.save': ({ config, store }, operator, { point }: { readonly point: BuyingPoint }) => {
    const others = read(config.data).filter(({ name }) => name !== point.name)
    if (others.length >= MOST_POINTS)
      throw new OperatorFault(...withRemedy('point.tooMany', { most: MOST_POINTS }))
    write(config.data, [...others, point])
    noteAct(store, { credential: null, operator }, 'point.save', { point: point.name })
    return point
  },

  'point.remove': ({ config, store }, operator, { name }: { readonly name: string }) => {
    const points = read(config.data)
    if (!points.some((point) => point.name === name)) throw noPoint(name)
    write(
      config.data,
      points.filter((point) => point.name !== name),
    )
    noteAct(store, { credential: null, operator }, 'point.remove', { point: name })
    return { removed: name }
  },
})

const MOST_POINTS = 100

export const noPoint = (name: string): OperatorFault =>
  new OperatorFault(...withRemedy('point.unknown', { name }))

function read(data: string): BuyingPoint[] {
  const path = dataFiles(data).buyingPoints
  try {
    return checkedList(fromJson<BuyingPoint[]>(readFileSync(path, 'utf8')))
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return []
    throw new OperatorFault(...withRemedy('point.unreadable', { path }))
  }
}

const write = (data: string, points: readonly BuyingPoint[]): void =>
  writeWhole(
    dataFiles(data).buyingPoints,
    `${JSON.stringify(
      points.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
      null,
      2,
    )}\n`,
  )
