/** Health check of a container: `node infra/docker/health.ts URL`. The image has no curl. Exits with 1 if unhealthy. */
import { answersOk } from '../local/answers-ok.ts'

const [url = ''] = process.argv.slice(2)
process.exitCode = (await answersOk(url)) ? 0 : 1
