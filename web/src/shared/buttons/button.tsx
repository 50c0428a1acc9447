import type { ButtonHTMLAttributes, Ref } from 'react'
import { Link, type LinkProps } from 'react-router-dom'
import './button.css'
import { classNames } from '../style/class-names.ts'
import { useKeptFocus } from './use-kept-focus.ts'

type Look = {
  /** `primary` is for the most likely next step. `quiet` has no border. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger'
  size?: 'usual' | 'small'
}

const buttonClass = (look: Look['variant'] = 'secondary', size?: Look['size']) =>
  classNames('button', `button-${look}`, size === 'small' && 'button-small')

/** A button that keeps the focus if it becomes disabled. */
export const Button = ({
  variant: look,
  size,
  busy,
  disabled,
  className,
  type = 'button',
  children,
  ...others
}: Look &
  ButtonHTMLAttributes<HTMLButtonElement> & { busy?: boolean; ref?: Ref<HTMLButtonElement> }) => {
  const kept = useKeptFocus(disabled)
  return (
    <button
      type={type}
      className={classNames(buttonClass(look, size), className)}
      aria-busy={busy || undefined}
      {...others}
      {...kept}
    >
      {busy && <span className="spinner" aria-hidden="true" />}
      {children}
    </button>
  )
}

export const ButtonLink = ({ variant: look, size, className, ...others }: Look & LinkProps) => (
  <Link className={classNames(buttonClass(look, size), className)} {...others} />
)
