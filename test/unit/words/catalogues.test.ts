import { describe, expect, test } from 'vitest'
import { languagesIn } from '../../../packaging/catalogues.mjs'
import { argumentTypes, digestOf, faultsOf, readLanguage } from '../../../packaging/words.mjs'
