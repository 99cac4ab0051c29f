import { chromium } from 'playwright';
import { chromiumLaunchOptions } from '/work/wt/quantities/platform/server/chromium.mjs';
const base='http://localhost:4631';
const login = async (n) => (await (await fetch(base+'/api/auth/login',{method:'POST',headers:{'content-type':'application/json'},body:JSON.stringify({email:n+'@rasid.test',password:'Rasid@2026'})})).json()).data;
const { token, refreshToken } = await login('customer');
const kinds=(process.env.KINDS||'solutionId=1 solutionId=2 solutionId=3 solutionId=4 solutionId=5 solutionId=6 solutionId=8 solutionId=9 hardwareId=1703 hardwareId=1803').split(' ');
const { storageVersion } = await import('/work/wt/quantities/platform/web/client/storage.ts').catch(()=>({storageVersion:process.env.SV}));
const browser = await chromium.launch(chromiumLaunchOptions());
for (const [language, scheme] of [['en','light'],['ar','dark']]) {
  const ctx = await browser.newContext({ locale: language, colorScheme: scheme, reducedMotion:'reduce', serviceWorkers:'block' });
  const page = await ctx.newPage();
  await page.addInitScript(([k,v])=>localStorage.setItem(k,v),[`tokens${storageVersion}`,JSON.stringify({primary:{accessToken:token,refreshToken}})]);
  for (const f of kinds) {
    const { data } = await (await fetch(`${base}/api/swam/device?limit=20&sort[id]=asc&${f}`,{headers:{authorization:'Bearer '+token}})).json();
    const d = data.find(x=>x.token==='active');
    for (const width of [1440,390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${base}/PureTrace/devices/list/solution/${d.solutionId}/device/${d.id}`);
      await page.waitForSelector('canvas',{timeout:8000}).catch(()=>{});
      await page.waitForTimeout(500);
      await page.screenshot({ path:`/tmp/qshots/${f.replace('=','')}-${language}-${width}.png`, clip:{x: 0,y:0,width,height: width===390?1700:1000}, fullPage:true });
    }
  }
}
await browser.close();
