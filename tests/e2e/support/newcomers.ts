import { expect } from '@playwright/test';
import type { ApplicationBody } from '../../../shared/contracts/agents.ts';
import type { Session } from '../../../shared/contracts/auth.ts';
import { openSession } from './accounts.ts';

export const NEWCOMER_PASSWORD = 'newcomer-1';

export async function callAs<Data>(
  baseUrl: string,
  token: string,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: unknown,
): Promise<{ status: number; data: Data }> {
  const answer = await fetch(baseUrl + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { data } = await answer.json();
  return { status: answer.status, data };
}

/** A person who has just registered, with an address made of the name: 'Nena Abad' is nena.abad@newcomer.example. */
export async function register(baseUrl: string, name: string): Promise<Session> {
  const { status, data } = await callAs<Session>(baseUrl, '', 'POST', '/api/auth/register', {
    name,
    email: `${name.toLowerCase().replace(/\s+/g, '.')}@newcomer.example`,
    password: NEWCOMER_PASSWORD,
    phone: null,
  });
  expect(status).toBe(201);
  return data;
}

/** A user whose address counts as confirmed: an administrator has made the account. */
export async function registerConfirmed(baseUrl: string, name: string): Promise<Session> {
  const { token } = await openSession(baseUrl, 'admin');
  const email = `${name.toLowerCase().replace(/\s+/g, '.')}@newcomer.example`;
  const account = { name, email, password: NEWCOMER_PASSWORD, role: 'user', status: 'active' };
  expect((await callAs(baseUrl, token, 'POST', '/api/admin/users', account)).status).toBe(201);
  return (await callAs<Session>(baseUrl, '', 'POST', '/api/auth/login', account)).data;
}

/** A user who waits to be approved as an agent. */
export async function registerApplicant(baseUrl: string, name: string): Promise<Session> {
  const session = await register(baseUrl, name);
  const application: ApplicationBody = {
    license_number: 'PRC-0044556',
    title: 'Real Estate Broker',
    bio: 'I know every building in BGC.',
    specialization: 'Condominiums',
    location: 'Taguig',
    languages: ['English', 'Filipino'],
    experience_years: 4,
    phone: '+63 917 555 0177',
  };
  const { status } = await callAs(baseUrl, session.token, 'POST', '/api/agents/apply', application);
  expect(status).toBe(201);
  return session;
}

/** The status of a sign-in: 200 where the account may. */
export async function signInStatus(baseUrl: string, email: string, password: string): Promise<number> {
  return (await callAs(baseUrl, '', 'POST', '/api/auth/login', { email, password })).status;
}
