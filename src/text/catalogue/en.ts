export type { Key as TextKey, KeyTaking, PlainKey } from '../../words/language.ts'
