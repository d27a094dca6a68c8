//! [`File`]: the database file of sealed records.

use std::{fmt, fs::OpenOptions, io, path::PathBuf};

use redb::{Builder, Database, ReadableDatabase as _, ReadableTable as _, TableDefinition, backends::FileBackend};

use super::record::{self, FileRecord};
use crate::{
    keys::{SealedUnder, StorageKey},
    store::memory::Record,
};

const RECORDS: TableDefinition<'_, &[u8], &[u8]> = TableDefinition::new("records");

/// Facts about the file itself, by name.
const META: TableDefinition<'_, &str, &[u8]> = TableDefinition::new("meta");

/// The name of a sealed empty value in `META`, which tells whether the secret is the file's.
const SECRET: &str = "secret";

/// The memory for pages of the file, in bytes. Records are read at the start only; later the cache serves writes.
const CACHE: usize = 16 << 20;

/// A file is made smaller when it is larger than this, in bytes, and [`WASTE`] times as large as its records.
const SMALL: u64 = 16 << 20;
const WASTE: u64 = 8;

/// An error that keeps a disk store from using its file.
#[derive(Debug)]
pub enum DiskError {
    /// The file cannot be opened, read or written.
    File(Box<dyn std::error::Error + Send + Sync>),
    /// The file was written under another secret.
    OtherSecret,
}

impl fmt::Display for DiskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(error) => write!(f, "the session store's file cannot be used: {error}"),
            Self::OtherSecret => f.write_str(
                "the session store's file was written under a secret that is not among [[secrets]]: add that secret \
                 behind the newest one, or remove the file",
            ),
        }
    }
}

impl std::error::Error for DiskError {}

impl<E: Into<redb::Error>> From<E> for DiskError {
    fn from(error: E) -> Self {
        Self::File(Box::new(error.into()))
    }
}

fn io_error(error: io::Error) -> DiskError {
    DiskError::File(Box::new(error))
}

/// The database file of sealed records. The process that has it open holds its lock.
pub(super) struct File {
    path: PathBuf,
    storage: StorageKey,
    /// `None` while a fault keeps it from being opened again.
    database: Option<Database>,
    /// The bytes of all records.
    size: u64,
}

impl File {
    /// Opens the file at `path`, or makes an empty one that only its owner may read, and reads its records.
    ///
    /// # Errors
    /// If it cannot be used.
    pub(super) fn open(path: PathBuf, storage: StorageKey) -> Result<(Self, Vec<Record>), DiskError> {
        let database = open(&path)?;
        let mut file = Self { path, storage, database: Some(database), size: 0 };
        let records = match file.secret()? {
            Some(SealedUnder::Newest) => file.read()?,
            Some(SealedUnder::Unknown) => return Err(DiskError::OtherSecret),
            // Ids of sessions are hashed under the newest secret, so sessions end with an older one.
            Some(SealedUnder::Older) | None => {
                file.clear()?;
                Vec::new()
            }
        };
        Ok((file, records))
    }

    fn database(&self) -> Result<&Database, DiskError> {
        self.database.as_ref().ok_or_else(|| io_error(io::Error::from(io::ErrorKind::NotConnected)))
    }

    /// The secret of the file; `None` if the file is empty.
    fn secret(&self) -> Result<Option<SealedUnder>, DiskError> {
        let reading = self.database()?.begin_read()?;
        let table = match reading.open_table(META) {
            Err(redb::TableError::TableDoesNotExist(_)) => return Ok(None),
            table => table?,
        };
        let sealed = table.get(SECRET)?;
        Ok(sealed.map(|sealed| self.storage.sealed_under(SECRET.as_bytes(), sealed.value())))
    }

    /// Removes all records, and makes the newest secret the file's.
    fn clear(&mut self) -> Result<(), DiskError> {
        let sealed = self.storage.seal(SECRET.as_bytes(), &[]).map_err(|error| io_error(io::Error::other(error)))?;
        let writing = self.database()?.begin_write()?;
        writing.delete_table(RECORDS)?;
        writing.open_table(RECORDS)?;
        writing.open_table(META)?.insert(SECRET, &sealed[..])?;
        writing.commit()?;
        self.size = 0;
        Ok(())
    }

    /// The records. Damaged ones are left out, and counted in the log.
    fn read(&mut self) -> Result<Vec<Record>, DiskError> {
        let table = self.database()?.begin_read()?.open_table(RECORDS)?;
        let (mut records, mut size, mut damaged) = (Vec::new(), 0, 0_usize);
        for item in table.iter()? {
            let (key, value) = item?;
            size += (key.value().len() + value.value().len()) as u64;
            match record::read(&self.storage, key.value(), value.value()) {
                Some(record) => records.push(record),
                None => damaged += 1,
            }
        }
        if damaged > 0 {
            tracing::warn!(target: "masquerade::store", damaged, "records of the session store cannot be read");
        }
        self.size = size;
        Ok(records)
    }

    /// Writes `records` in one transaction, which is on the disk afterwards.
    ///
    /// # Errors
    /// If it cannot be written. Then none of them is, and the next call opens the file again.
    pub(super) fn write(&mut self, records: &[Record]) -> Result<(), DiskError> {
        if self.database.is_none() {
            self.database = Some(open(&self.path)?);
        }
        let written = self.commit(records);
        match written {
            Ok(size) => self.size = size,
            // After a fault of the disk the database refuses all further work.
            Err(_) => self.database = None,
        }
        written.map(|_| ())
    }

    /// Writes `records`; the bytes of all records afterwards.
    fn commit(&self, records: &[Record]) -> Result<u64, DiskError> {
        let mut size = self.size;
        let writing = self.database()?.begin_write()?;
        {
            let mut table = writing.open_table(RECORDS)?;
            for record in records {
                let record = FileRecord::new(&self.storage, record);
                let FileRecord { key, value } = record.map_err(|error| io_error(io::Error::other(error)))?;
                let former = match &value {
                    Some(value) => table.insert(&key[..], &value[..])?,
                    None => table.remove(&key[..])?,
                };
                let bytes = |value: usize| (key.len() + value) as u64;
                size += value.map_or(0, |value| bytes(value.len()));
                size = size.saturating_sub(former.map_or(0, |former| bytes(former.value().len())));
            }
        }
        writing.commit()?;
        Ok(size)
    }

    /// Makes the file smaller if it has grown far beyond its records.
    ///
    /// # Errors
    /// If it cannot be read or written.
    pub(super) fn compact(&mut self) -> Result<(), DiskError> {
        let length = std::fs::metadata(&self.path).map_err(io_error)?.len();
        if length > SMALL
            && length / WASTE > self.size
            && let Some(database) = &mut self.database
        {
            database.compact().map_err(|error| DiskError::File(Box::new(error)))?;
        }
        Ok(())
    }
}

fn open(path: &std::path::Path) -> Result<Database, DiskError> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(path).map_err(io_error)?;
    Ok(Builder::new().set_cache_size(CACHE).create_with_backend(FileBackend::new(file)?)?)
}
