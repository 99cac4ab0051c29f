// Ends this process when its parent ends. npm, for example, does not always forward signals.
const parent = process.ppid;

setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
}, 500).unref();
