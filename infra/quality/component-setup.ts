/** For every test of a component: what shows messages and dialogs is fetched with the first of them, which takes a busy machine a moment. */
import { configure } from '@testing-library/react'

configure({ asyncUtilTimeout: 4_000 })
