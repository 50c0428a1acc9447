import { visits } from '@strand/e2e/browser/testing/visits'
import { createRoutesFromElements, type RouteObject } from 'react-router-dom'
import { expect, test } from 'vitest'
import { publicRoutes } from './router.tsx'
import { staffRoutes } from './staff-routes.tsx'

/** A router's full paths; an index route has its parent's path. */
const pathsOf = (routes: RouteObject[], parent = ''): string[] =>
  routes.flatMap(({ path = '', index, children }) => {
    const whole = path.startsWith('/') ? path : `${parent}/${path}`
    return children && !index
      ? pathsOf(children, path === '' ? parent : whole)
      : [index ? parent : whole]
  })

test('each route is visited by a test, on a phone and on a desktop', () => {
  const routes = [publicRoutes, staffRoutes].flatMap((part) => createRoutesFromElements(part))
  expect(Object.keys(visits).sort()).toEqual(pathsOf(routes).sort())
})
