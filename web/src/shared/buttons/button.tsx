import type { ButtonHTMLAttributes, MouseEvent, Ref } from 'react'
import { Link, type LinkProps } from 'react-router-dom'
import './button.css'
import { classNames } from '../style/class-names.ts'

type Look = {
  /** Primary is for the next step; quiet has no border. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger'
  size?: 'usual' | 'small'
}

const buttonClass = (look: Look['variant'] = 'secondary', size: Look['size'] = 'usual') =>
  classNames('button', `button-${look}`, size === 'small' && 'button-small')

const refuse = (event: MouseEvent) => event.preventDefault()

/**
 * A button that is disabled while `busy`, but keeps the focus, which a natively disabled button
 * would lose.
 */
export const Button = ({
  variant: look,
  size,
  busy = false,
  disabled = false,
  className,
  type = 'button',
  onClick,
  children,
  ...others
}: Look &
  ButtonHTMLAttributes<HTMLButtonElement> & { busy?: boolean; ref?: Ref<HTMLButtonElement> }) => {
  const isHeld = busy && disabled
  return (
    <button
      type={type}
      className={classNames(buttonClass(look, size), className)}
      aria-busy={busy || undefined}
      aria-disabled={isHeld || undefined}
      disabled={disabled && !busy}
      onClick={isHeld ? refuse : onClick}
      {...others}
    >
      {busy && <span className="spinner" aria-hidden="true" />}
      {children}
    </button>
  )
}

export const ButtonLink = ({ variant: look, size, className, ...others }: Look & LinkProps) => (
  <Link className={classNames(buttonClass(look, size), className)} {...others} />
)
