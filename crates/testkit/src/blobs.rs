//! Tests that every blob store must pass.

use std::error::Error;
use std::path::{Path, PathBuf};

use bytes::Bytes;
use chrono::{DateTime, Utc};
use domain::id::UploadId;
use futures::TryStreamExt;
use sha2::{Digest, Sha256};
use store::StoreError;
use store::blobs::{BlobId, Blobs, Compression};
use tokio::task::JoinSet;

/// The result of a blob store test.
pub type TestResult = Result<(), Box<dyn Error>>;

/// The path of a blob's file below `root`.
pub fn file_of(root: &Path, id: &BlobId) -> PathBuf {
    let (folder, name) = id.as_str().split_at(2);
    root.join(folder).join(name)
}

/// The name of a blob with these bytes.
pub fn named(bytes: &[u8]) -> BlobId {
    BlobId::of_hash(&Sha256::digest(bytes).into())
}

/// Puts, reads, races and damages blobs of an empty store; `root` is the folder of their files.
pub async fn keeps_bytes(blobs: Blobs, root: &Path) -> TestResult {
    let abc = BlobId::parse("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad").ok_or("a name")?;
    assert_eq!(blobs.read(&abc).await?, None);
    assert!(!blobs.contains(&abc).await?);

    for _ in 0..2 {
        assert_eq!(blobs.put(Bytes::from_static(b"abc")).await?, abc);
    }
    assert_eq!(blobs.read(&abc).await?, Some(Bytes::from_static(b"abc")));
    assert!(blobs.contains(&abc).await?);
    assert_eq!(std::fs::read(file_of(root, &abc))?, b"abc");

    let empty = blobs.put(Bytes::new()).await?;
    assert_eq!(blobs.read(&empty).await?, Some(Bytes::new()));
    let large = Bytes::from(vec![7; 3_000_000]);
    let id = blobs.put(large.clone()).await?;
    assert_eq!(blobs.read(&id).await?, Some(large));

    let mut putting = JoinSet::new();
    for _ in 0..8 {
        let blobs = blobs.clone();
        putting.spawn(async move { blobs.put(Bytes::from_static(b"all at once")).await });
    }
    let mut ids = Vec::new();
    while let Some(done) = putting.join_next().await {
        ids.push(done??);
    }
    assert!(ids.windows(2).all(|pair| pair[0] == pair[1]), "{ids:?}");
    assert_eq!(blobs.read(&ids[0]).await?, Some(Bytes::from_static(b"all at once")));

    let batch: Vec<_> = ["one", "two", "one", "abc", ""].map(Bytes::from).into();
    let ids = blobs.put_all(batch.clone()).await?;
    for (id, bytes) in ids.iter().zip(batch) {
        assert_eq!(blobs.read(id).await?, Some(bytes));
    }
    assert_eq!((&ids[0], &ids[3], &ids[4]), (&ids[2], &abc, &empty));
    assert!(blobs.put_all(Vec::new()).await?.is_empty());

    keeps_pieces(&blobs).await?;
    std::fs::write(file_of(root, &abc), b"abd")?;
    assert!(matches!(blobs.read(&abc).await, Err(StoreError::BlobDamaged { id }) if id == abc));
    // What is stored again can be read again.
    assert_eq!(blobs.put(Bytes::from_static(b"abc")).await?, abc);
    assert_eq!(blobs.read(&abc).await?, Some(Bytes::from_static(b"abc")));
    std::fs::write(file_of(root, &abc), b"")?;
    assert_eq!(blobs.put_all(vec![Bytes::from_static(b"abc")]).await?.first(), Some(&abc));
    assert_eq!(blobs.read(&abc).await?, Some(Bytes::from_static(b"abc")));
    std::fs::write(file_of(root, &abc), b"abcd")?;
    let mut writing = blobs.put_in_pieces(&abc).await?;
    writing.write(b"abc").await?;
    writing.finish().await?;
    assert_eq!(blobs.read(&abc).await?, Some(Bytes::from_static(b"abc")));
    Ok(())
}

/// Writes a blob in pieces, in more than one part; twice, and once under a wrong name.
async fn keeps_pieces(blobs: &Blobs) -> TestResult {
    let pieces: Vec<Bytes> = (0..20_u8).map(|number| Bytes::from(vec![number; 1_000_000])).collect();
    let whole = Bytes::from(pieces.concat());
    let id = named(&whole);
    for _ in 0..2 {
        let mut writing = blobs.put_in_pieces(&id).await?;
        for piece in &pieces {
            writing.write(piece).await?;
        }
        writing.finish().await?;
        assert_eq!(blobs.read(&id).await?.as_ref(), Some(&whole));
    }
    let other = BlobId::of_hash(&[7; 32]);
    let mut writing = blobs.put_in_pieces(&other).await?;
    writing.write(b"something else").await?;
    assert!(matches!(writing.finish().await, Err(StoreError::BlobDamaged { id }) if id == other));
    assert!(!blobs.contains(&other).await?);
    Ok(())
}

/// Puts, reads and deletes parts of uploads; deleting those of one upload keeps the others.
pub async fn keeps_parts(blobs: Blobs) -> TestResult {
    let (one, other) = (UploadId("u-1".to_owned()), UploadId("u-11".to_owned()));
    for (upload, part) in [(&one, "a"), (&one, "b"), (&other, "a")] {
        blobs.put_part(upload, part, Bytes::from(format!("{upload} {part}"))).await?;
    }
    assert_eq!(blobs.read_part(&one, "b").await?, Some(Bytes::from_static(b"u-1 b")));
    assert_eq!(blobs.read_part(&one, "c").await?, None);
    blobs.delete_parts(&one).await?;
    assert_eq!(blobs.read_part(&one, "a").await?, None);
    assert_eq!(blobs.read_part(&other, "a").await?, Some(Bytes::from_static(b"u-11 a")));
    blobs.delete_parts(&one).await?;
    Ok(())
}

/// Text that compresses like a module.
pub fn module() -> Bytes {
    Bytes::from("<para>Remove the cotter pin and the nut.</para>\n".repeat(200))
}

/// Content takes less room than its bytes, is read and streamed as it was, and what was stored plain is compressed later.
pub async fn compresses(blobs: Blobs, root: &Path) -> TestResult {
    let (text, noise) = (module(), noise(60_000));
    let ids = blobs.put_all(vec![text.clone(), noise.clone()]).await?;
    let size_on_disk = |id: &BlobId| std::fs::metadata(file_of(root, id)).map(|file| file.len());
    assert!(size_on_disk(&ids[0])? * 10 < text.len() as u64, "{}", size_on_disk(&ids[0])?);
    assert_eq!(std::fs::read(file_of(root, &ids[1]))?, noise, "what does not shrink stays as it is");
    streams(&blobs, &ids[0], &text).await?;
    streams(&blobs, &ids[1], &noise).await?;

    let old = Bytes::from([b"old ", &text[..]].concat());
    let damaged = Bytes::from([b"damaged ", &text[..]].concat());
    for (content, stored) in [(&old, &old), (&damaged, &text)] {
        let file = file_of(root, &named(content));
        std::fs::create_dir_all(file.parent().ok_or("a folder")?)?;
        std::fs::write(file, stored)?;
    }
    streams(&blobs, &named(&old), &old).await?;
    let done = compress_all(&blobs).await?;
    assert_eq!((done.blobs, done.before, done.after), (1, old.len() as u64, size_on_disk(&named(&old))?));
    assert!(done.after * 10 < done.before, "{done:?}");
    assert_eq!(blobs.read(&named(&old)).await?.as_ref(), Some(&old));
    streams(&blobs, &named(&old), &old).await?;
    assert_eq!(std::fs::read(file_of(root, &named(&damaged)))?, text, "damage stays to be seen");
    assert_eq!(compress_all(&blobs).await?, Compression::default(), "nothing is left to be done");

    blobs.delete_all(&[named(&old), named(b"was never there")]).await?;
    assert_eq!(blobs.read(&named(&old)).await?, None);
    Ok(())
}

/// A blob that is set aside can still be read and written, comes back, and is deleted.
pub async fn sets_aside(blobs: Blobs, root: &Path, now: DateTime<Utc>) -> TestResult {
    let text = module();
    let id = blobs.put(text.clone()).await?;
    let file = file_of(root, &id);
    let ids = [id.clone()];
    for _ in 0..2 {
        blobs.set_aside(&ids, now).await?;
        assert!(!file.exists() && !blobs.contains(&id).await?);
        let aside = blobs.list_set_aside().await?;
        assert_eq!(aside.iter().map(|one| &one.id).collect::<Vec<_>>(), [&id], "also when it is asked for twice");
        assert_eq!(blobs.read(&id).await?.as_ref(), Some(&text));
        streams(&blobs, &id, &text).await?;
        assert!(blobs.verify(&id).await?);
    }
    blobs.put_back(&ids).await?;
    assert!(file.exists() && blobs.list_set_aside().await?.is_empty());

    blobs.set_aside(&ids, now).await?;
    assert_eq!(blobs.put_all(vec![text.clone()]).await?, ids, "it is written anew");
    assert!(file.exists());
    blobs.delete_set_aside(&ids).await?;
    assert_eq!(blobs.read(&id).await?.as_ref(), Some(&text));
    blobs.set_aside(&ids, now).await?;
    let mut pieces = blobs.put_in_pieces(&id).await?;
    pieces.write(&text).await?;
    pieces.finish().await?;
    blobs.delete_set_aside(&ids).await?;
    assert_eq!(blobs.read(&id).await?.as_ref(), Some(&text), "in pieces too");
    blobs.set_aside(&ids, now).await?;
    blobs.delete_set_aside(&ids).await?;
    assert_eq!((blobs.read(&id).await?, blobs.list_set_aside().await?.len()), (None, 0));
    Ok(())
}

/// Compresses all blobs.
pub async fn compress_all(blobs: &Blobs) -> Result<Compression, StoreError> {
    let mut done = Compression::default();
    for first in 0..=u8::MAX {
        blobs.compress(first, &mut done).await?;
    }
    Ok(done)
}

/// Every kind of range of a blob is what it is of its content.
async fn streams(blobs: &Blobs, id: &BlobId, content: &Bytes) -> TestResult {
    let size = content.len();
    for range in [0..size, 0..1, 7..size - 7, size - 1..size, 5..5, size..size] {
        let read = blobs.stream(id, size as u64, range.start as u64..range.end as u64).await?.ok_or("it is there")?;
        let chunks: Vec<Bytes> = read.try_collect().await?;
        assert!(chunks.concat() == content[range.clone()], "{range:?}");
    }
    Ok(())
}

/// Bytes that no compressor makes smaller.
fn noise(size: usize) -> Bytes {
    let mut state = 1_u32;
    let next = |_| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24).to_le_bytes()[0]
    };
    (0..size).map(next).collect()
}
