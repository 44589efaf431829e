import { ProblemFrame, ServerError } from './ProblemPage'

export function ServerErrorPage() {
  return (
    <ProblemFrame>
      <ServerError status={500} />
    </ProblemFrame>
  )
}
