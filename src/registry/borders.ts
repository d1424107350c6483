// The package gives no way to its data but by their place.
import borders from '../../node_modules/@rapideditor/country-coder/src/data/borders.json?packed'
import { fromJson } from '../base/typed.ts'
import { type Bordered, Borders } from '../domain/borders.ts'
import { unpacked } from '../http/packed.ts'

/** The borders of the iD editor of OpenStreetMap, as `@rapideditor/country-coder` has them. */

let read: Borders | undefined

/** Returns the borders, which take some megabytes: they are read when the first plot needs them. */
export function worldBorders(): Borders {
  read ??= new Borders(fromJson<{ features: readonly Bordered[] }>(unpacked(borders).toString()).features)
  return read
}
