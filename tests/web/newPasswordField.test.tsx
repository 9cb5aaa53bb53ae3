// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { Form } from '#web/forms/Form.tsx';
import { NewPasswordField } from '#web/forms/NewPasswordField.tsx';
import { useForm } from '#web/forms/useForm.ts';
import { renderInApp, stubServer } from './rendering.tsx';

function PasswordForm() {
  const form = useForm({ values: { password: '' }, check: () => ({}), send: async () => {}, failure: '' });
  return (
    <Form form={form}>
      <NewPasswordField name="password" label="Password" personal={['Dalisay Quijano']} />
    </Form>
  );
}

const type = (value: string) => fireEvent.change(screen.getByLabelText('Password'), { target: { value } });
const said = () => screen.getByRole('status').textContent;

beforeAll(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
});
afterEach(cleanup);

test('says the minimum of this installation, and in words how strong the typed password is', async () => {
  stubServer({ 'GET /api/site': () => ({ siteName: 'Silong', minPasswordLength: 10 }) });
  renderInApp(<PasswordForm />);
  await screen.findByPlaceholderText('Minimum 10 characters');
  expect(said()).toBe('');
  type('password1');
  await waitFor(() => expect(said()).toMatch(/^Weak/));
  type('tricycle mango lantern 84');
  await waitFor(() => expect(said()).toMatch(/^Strong/));
  type('Dalisay Quijano');
  await waitFor(() => expect(said()).toMatch(/^Weak/));
  type('');
  await waitFor(() => expect(said()).toBe(''));
});
