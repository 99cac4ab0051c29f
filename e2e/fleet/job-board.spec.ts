import { expect, expectAccessible, headersOf, storyLanguage, test } from '../journey.ts';

const tag = ['@solutions/fleet', '@platform'];

const language = storyLanguage(import.meta.url);
test.describe(language, { tag }, () => {
  test.use({ language });

  test('a job card is made on the board, moved by keyboard alone, comes back where it is refused, and is worked off on its page', async ({
    page,
    request,
    signIn,
    text,
  }) => {
    const t = (key: string) => text('fleet', key);
    const title = `Fridge repair ${Date.now()}`;
    const column = (state: string) => page.getByRole('region', { name: t(`values.jobState.${state}`) });
    const card = (state: string) => column(state).getByRole('article', { name: new RegExp(title) });
    // In the direction of writing.
    const [onward, back] = language === 'ar' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
    const move = async (from: string, key: string, to: string) => {
      await card(from).focus();
      await page.keyboard.press('Space');
      await expect(card(from)).toHaveAttribute('data-dragged', 'true');
      await page.keyboard.press(key);
      await expect(column(to).locator('[data-over]')).toHaveCount(1);
      await page.keyboard.press('Space');
    };
    await signIn('tareeq');
    await page.goto('/SmartDrive/job-cards/kanban-view');
    await page.getByRole('button', { name: t('addJob') }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: t('columns.title'), exact: true }).fill(title);
    const vehicle = dialog.getByRole('combobox', { name: t('columns.vehicleId') });
    await vehicle.fill('Reefer 2');
    await page.getByRole('option', { name: 'Reefer 2' }).click();
    await dialog.getByRole('button', { name: t('addStop') }).click();
    await dialog.getByRole('textbox', { name: t('stopName') }).fill('Cold room');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: text('platform', 'actions.save'), exact: true }).click();
    await expect(dialog).toBeHidden();

    await move('draft', onward, 'assigned');
    await expect(card('assigned')).toBeVisible();
    await expectAccessible(page);

    // Suspended by somebody else meanwhile.
    const headers = await headersOf(request, 'tareeq');
    const found = await request.get('/api/fleet/api/vehicle?search=Reefer 2', { headers });
    const [{ id }] = (await found.json()).data;
    const onHold = await request.get(`/api/fleet/api/job-card?search=${encodeURIComponent(title)}`, { headers });
    const [job] = (await onHold.json()).data;
    await request.patch(`/api/fleet/api/job-card/${job.id}`, {
      headers,
      data: { version: job.version, status: 'on-hold', reason: 'No gas' },
    });
    await expect(card('on-hold')).toBeVisible();
    await request.post(`/api/fleet/api/vehicle/${id}/suspend`, { headers, data: { reason: 'Tyres' } });
    await move('on-hold', back, 'in-progress');
    await expect(
      page.getByText(t('errors.vehicle-suspended').replace('{{vehicle}}', 'Reefer 2')).first(),
    ).toBeVisible();
    await expect(card('on-hold')).toBeVisible();
    await request.post(`/api/fleet/api/vehicle/${id}/unsuspend`, { headers, data: {} });

    await card('on-hold').getByRole('link', { name: title }).click();
    await page.getByRole('button', { name: t('jobSteps.start'), exact: true }).click();
    await page
      .getByRole('button', {
        name: t('atStop').replace('{{action}}', t('stopActions.finish')).replace('{{name}}', 'Cold room'),
      })
      .click();
    await page.getByRole('button', { name: t('jobSteps.complete'), exact: true }).click();
    await expect(page.getByText(t('values.jobState.completed'), { exact: true }).first()).toBeVisible();
    await expect(page.getByText(t('jobEvents.complete'), { exact: true })).toBeVisible();
    await expectAccessible(page);
  });
});
