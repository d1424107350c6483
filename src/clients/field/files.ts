import type { Packed } from '../../http/packed.ts'

/** A file of the field page. */
export interface FieldFile {
  readonly path: string
  readonly mediaType: string
  /** Whether its name contains its digest, so that it never changes. */
  readonly isFixed: boolean
  readonly file: Packed
}

/** The files of the field page. The build replaces this module by one that has them (packaging/field.ts). */
export const fieldFiles: readonly FieldFile[] = []
