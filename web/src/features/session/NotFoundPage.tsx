import { NotFound, ProblemFrame } from './ProblemPage'

export function NotFoundPage() {
  return (
    <ProblemFrame>
      <NotFound />
    </ProblemFrame>
  )
}
