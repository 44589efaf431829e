import { Code } from '@/ui/Code'

interface ModuleNameProps {
  title: string | undefined
  code: string
  /** Undefined without a page. */
  href: string | undefined
}

/** A module by its title, with its code below; by the code alone where there is no title. */
export function ModuleName({ title, code, href }: ModuleNameProps) {
  const name = title || <Code>{code}</Code>
  return (
    <>
      {href === undefined ? name : <a href={href}>{name}</a>}{' '}
      {title && (
        <span className="d-block af-hint mt-0 li-code">
          <Code>{code}</Code>
        </span>
      )}
    </>
  )
}
